/** Cached lists: how often they read the database, and that no hold, sale or publication leaves one outdated. */
import { beforeEach, expect, it } from "vitest";
import { searchRanked } from "#features/content/search/search.server.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { announceContentChange } from "#features/settings/content-changes.server.ts";
import { AnswerCache } from "#platform/answer-cache.server.ts";
import { inTransaction, rolledBack, type Ctx } from "#platform/context.server.ts";
import { address, pay, paymentsAt } from "#test/buyer.ts";
import { courseWithRuns, listPage } from "#test/catalogue.ts";
import { startOtherProcess } from "#test/other-process.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase, openTestDatabase } from "#test/database.ts";
import { makeBuyers } from "#test/two-pools.ts";
import { openSandbox } from "#test/sandbox.ts";
import { featuredCourses, listChoices, listCourses, listCoursesByCategory, relatedCourses } from "./courses.server.ts";

const category = "healthcare-quality";
const sandbox = await openSandbox();

const newAnswers = () => ({ content: new AnswerCache(), seats: new AnswerCache() });

describeOnDatabase("cached lists", (open) => {
  let ctx: TestCtx;
  let buyer: TestCtx;
  let runId: number;

  beforeEach(async () => {
    const database = await open();
    ctx = testContext(database, { env: testEnv(paymentsAt(sandbox)), answers: newAnswers() });
    const [person] = await makeBuyers(database, 1);
    if (!person) throw new Error("no buyer");
    buyer = ctx.as(person);
    [runId = 0] = (await courseWithRuns(ctx, "audit", [[5, 6]])).runs;
    await courseWithRuns(ctx, "indicators", [[7, 8]]);
  });

  const checkout = () => beginCheckout(buyer, { items: [{ runId, qty: 1 }], billing: address });
  const seats = async () => {
    const [course] = (await listPage(ctx)).data;
    return course && [course.seats_left, course.seats_held];
  };
  /** Changes the run without announcing it. */
  const changeUnannounced = () => ctx.db.execute(`update course_run set capacity = capacity - 5 where id = ${runId}`);

  it.each<[string, (ctx: Ctx) => Promise<unknown>]>([
    ["a page of the catalogue", (ctx) => listCourses(ctx, { page: 1 })],
    ["a catalogue search", (ctx) => listCourses(ctx, { page: 1, searchInput: " audit " })],
    ["the filter choices", (ctx) => listChoices(ctx, { chosen: { category } })],
    ["a category", (ctx) => listCoursesByCategory(ctx, { cat: category, limit: -1 })],
    ["the featured courses", featuredCourses],
    ["related courses", (ctx) => relatedCourses(ctx, { slug: "audit", category })],
    ["a search of the site", (ctx) => searchRanked(ctx, "audit")],
  ])("%s: the database is read once", async (_name, read) => {
    const first = await read(ctx);
    expect(await read({ ...ctx, db: null as unknown as Ctx["db"] })).toEqual(first);
  });

  it("an equal query reuses the cached list, another one does not", async () => {
    const search = async (input: Parameters<typeof listPage>[1]) =>
      (await listPage(ctx, input)).data.map(({ slug }) => slug);
    expect(await search({ searchInput: "audit" })).toEqual(["audit"]);
    expect(await search({ searchInput: "indicators" })).toEqual(["indicators"]);
    expect(await search({ chosen: { category } })).toEqual(["audit", "indicators"]);
    expect(await search({ chosen: { month: "2031-01" } })).toEqual([]);
    const sizeBefore = ctx.answers?.seats.size;
    await search({ searchInput: " audit  " });
    await search({ searchInput: "", chosen: { category, month: undefined } as { category: string }, from: undefined });
    expect(ctx.answers?.seats.size).toBe(sizeBefore);
  });

  it("a hold and a sale appear at once, an unannounced change does not", async () => {
    expect(await seats()).toEqual([10, 0]);
    const begun = await checkout();
    expect(await seats()).toEqual([9, 1]);
    await pay(begun);
    await settlePayment(buyer, begun.given_id);
    expect(await seats()).toEqual([9, 0]);
    await changeUnannounced();
    expect(await seats()).toEqual([9, 0]);
    await announceContentChange(ctx);
    expect(await seats()).toEqual([4, 0]);
  });

  it("a hold leaves the list the moment it expires", async () => {
    await checkout();
    expect(await seats()).toEqual([9, 1]);
    const { rows } = await ctx.db.execute<{ ms: number }>(
      `select (extract(epoch from max(held_until)) * 1000)::float8 as ms from enrolment`,
    );
    const ends = rows[0]?.ms ?? 0;
    ctx.clock.now = new Date(ends - 1);
    expect(await seats()).toEqual([9, 1]);
    ctx.clock.now = new Date(ends);
    expect(await seats()).toEqual([10, 0]);
  });

  it("caches nothing from a transaction, even when it is rolled back", async () => {
    expect(await seats()).toEqual([10, 0]);
    const seatsIn = async (ctx: Ctx) => (await listCourses(ctx, { page: 1 })).data[0]?.seats_left;
    const changedIn = async (ctx: Ctx) => {
      await ctx.db.execute(`update course_run set capacity = 3 where id = ${runId}`);
      return seatsIn(ctx);
    };
    expect(await rolledBack(ctx, changedIn)).toBe(3);
    expect(await seats()).toEqual([10, 0]);
    const failed = inTransaction(ctx, async (ctx) => {
      expect(await changedIn(ctx)).toBe(3);
      await announceContentChange(ctx);
      throw new Error("undone");
    });
    await expect(failed).rejects.toThrow("undone");
    expect(await seats()).toEqual([10, 0]);
  });
});

it("an announced sale or change of another process appears within 2 s, an unannounced one does not", async () => {
  const database = await openTestDatabase();
  const ctx = testContext(database, { env: testEnv(paymentsAt(sandbox)) });
  const [person] = await makeBuyers(database, 1);
  const [runId = 0] = (await courseWithRuns(ctx, "audit", [[5, 6]])).runs;
  const other = await startOtherProcess(
    database.url,
    `import { listCourses } from "#features/catalogue/courses.server.ts";
     const first = async (ctx) => (await listCourses(ctx, { page: 1 })).data[0];
     const format = ({ seats_left, seats_held, venue_eng }) => [seats_left, seats_held, venue_eng].join(" ");`,
    "format(await first(ctx))",
  );
  try {
    const venue = "Training centre, Riyadh";
    expect(await other.ask()).toBe(`10 0 ${venue}`);
    await database.executeSql(`update course_run set venue_eng = 'Hall 2, Riyadh' where id = ${runId}`);
    expect(await other.ask()).toBe(`10 0 ${venue}`);
    if (person) await beginCheckout(ctx.as(person), { items: [{ runId, qty: 1 }], billing: address });
    await expect.poll(other.ask, { timeout: 2000 }).toBe("9 1 Hall 2, Riyadh");
    await database.executeSql(`update course_run set venue_eng = 'Hall 3, Riyadh' where id = ${runId}`);
    expect(await other.ask()).toBe("9 1 Hall 2, Riyadh");
    await announceContentChange(ctx);
    await expect.poll(other.ask, { timeout: 2000 }).toBe("9 1 Hall 3, Riyadh");
  } finally {
    other.kill();
    await database.close();
  }
});
