/** Names for seats that were bought without any: refusals, then concurrent requests. */
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { openDatabase, type Database } from "#platform/db/database.server.ts";
import { Conflict, NotFound, RateLimited, ValidationError } from "#platform/errors.ts";
import { limits } from "#platform/rate-limit.server.ts";
import { address, pay, paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase, openTestDatabase, silentLog, type TestDatabase } from "#test/database.ts";
import { withoutLocks, withStatements } from "#test/two-pools.ts";
import { firstSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { listChangeOptions } from "#features/changes/quote.server.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { listSeatLinks } from "#features/checkout/groups/seat-links.server.ts";
import { startOfRiyadhDay } from "#i18n/dates.ts";
import { myOrder } from "#features/order-views/my-orders/my-orders.server.ts";
import { cancelRunNow } from "#test/run-changes.ts";
import { openSandbox } from "#test/sandbox.ts";
import { refundOrder } from "#features/settlement/refunds/refund-order.server.ts";
import { settlePayment } from "#features/settlement/settle.server.ts";
import { assignOpenSeats, type SeatAssignment } from "./assign-seats.server.ts";
import { checkCourseBooking } from "./bookings.server.ts";

const sandbox = await openSandbox();

const envWith = (more: Record<string, string> = {}) => testEnv({ ...paymentsAt(sandbox), ...more });
const huda = { name: "Huda Salem", email: "huda@example.com", scfhs_number: "07RM0012345" };
const ali = { name: "Ali Omar", email: "ali@example.com", scfhs_number: "" };
const getFieldErrors = (work: Promise<unknown>) =>
  work.then(
    () => ({}),
    (error: unknown) => (error instanceof ValidationError ? error.fields : Promise.reject(error)),
  );

async function buySeats(ctx: TestCtx, runId: number, qty: number, isSettled = true): Promise<number> {
  const begun = await beginCheckout(ctx, { items: [{ runId, qty }], billing: address });
  await pay(begun);
  if (isSettled) await settlePayment(ctx, begun.given_id);
  return begun.order_id;
}

describeOnDatabase("naming seats later", (open) => {
  let ctx: TestCtx;
  let me: { id: string; name: string; email: string };
  let runId: number;
  let orderId: number;

  beforeEach(async () => {
    const database = await open();
    me = await makeUser(database.db);
    ctx = testContext(database, { env: envWith() }).as(me);
    runId = (await makeRun(database.db, (await makeCourse(database.db)).id, { capacity: 20 })).id;
    orderId = await buySeats(ctx, runId, 3);
  });
  const assign = (people: (Partial<SeatAssignment> & typeof huda)[], { who = ctx, order = orderId } = {}) =>
    assignOpenSeats(who, {
      order_id: order,
      attendees: people.map((person) => ({ runId, seat: 2, ...person })),
    });
  const readLine = async () => (await myOrder(ctx, { user_id: me.id, order_id: orderId })).lines[0];
  const listRecipients = async () =>
    (
      (await ctx.db.execute(sql`select "to" from outbox_mail where template = 'attendee-place' order by id`)).rows as {
        to: string;
      }[]
    ).map(({ to }) => to);

  describe("refusals", () => {
    it("9 answers for another person's order as for an unknown one, and assigns nothing", async () => {
      const other = ctx.as(await makeUser(ctx.db));
      await expect(assign([huda], { who: other })).rejects.toThrow(NotFound);
      await expect(assign([huda], { order: 999_999 })).rejects.toThrow(NotFound);
      await expect(assign([huda], { who: { ...ctx, viewer: null } })).rejects.toMatchObject({ status: 401 });
      expect((await readLine())?.seats_to_name).toEqual([2, 3]);
    });

    it("U-30 rejects unpaid orders, refunded seats, and cancelled or begun courses, each with its reason", async () => {
      const unpaid = await buySeats(ctx, (await makeRun(ctx.db, (await makeCourse(ctx.db)).id)).id, 2, false);
      await expect(assign([huda], { order: unpaid })).rejects.toThrow("Attendees can only be added to a paid order.");
      const { rows } = await ctx.db.execute<{ at: string }>(
        sql`select min(starts_at)::text as at from run_session where run_id = ${runId}`,
      );
      const begins = new Date(rows[0]?.at ?? "").getTime();
      const at = (time: number) => ({ ...ctx, now: () => new Date(time) });
      const readOpenSeats = async (time: number) =>
        (await myOrder(at(time), { user_id: me.id, order_id: orderId })).lines[0]?.seats_to_name;
      await expect(assign([huda], { who: at(begins) })).rejects.toThrow(/has begun/);
      expect(await readOpenSeats(begins)).toEqual([]);
      expect(await readOpenSeats(begins - 1)).toEqual([2, 3]);
      const cancelled = (await makeRun(ctx.db, (await makeCourse(ctx.db)).id)).id;
      const third = await buySeats(ctx, cancelled, 2);
      await cancelRunNow(ctx.asStaff("owner"), { runId: cancelled }, { isFollowed: false });
      await expect(assign([{ ...huda, runId: cancelled }], { order: third })).rejects.toThrow(/cancelled/);
      const cancelledLine = (await myOrder(ctx, { user_id: me.id, order_id: third })).lines[0];
      expect(cancelledLine, "A3: the page can say that it does not take place").toMatchObject({
        cancelled: true,
        enrolled: false,
      });
      await refundOrder(ctx.asStaff("finance"), { orderId, amountHalalas: 100, reason: "requested", lines: [runId] });
      await expect(assign([huda])).rejects.toThrow(/no longer has any seats on/);
      expect((await readLine())?.seats_to_name).toEqual([]);
      expect(await listRecipients()).toEqual([]);
    });

    it("returns errors by field, and then assigns no one; copy D34: addresses the reader about their own address", async () => {
      expect(await getFieldErrors(assign([{ ...huda, seat: 4 }]))).toEqual({
        "attendees.0.seat": [expect.any(String)],
      });
      expect(await getFieldErrors(assign([{ ...huda, runId: 99_999 }]))).toEqual({
        "attendees.0.course_id": [expect.any(String)],
      });
      expect(await getFieldErrors(assign([huda, { ...ali, seat: 2 }]))).toEqual({
        "attendees.1.seat": ["Add one attendee for each seat."],
      });
      expect(await getFieldErrors(assign([huda, { ...huda, seat: 3 }]))).toEqual({
        "attendees.1.email": [expect.stringMatching(/^Each person can have one seat/)],
      });
      expect(
        await getFieldErrors(assign([huda, { name: me.name, email: me.email, scfhs_number: "", seat: 3 }])),
      ).toEqual({
        "attendees.1.email": [expect.stringMatching(/^You’re already registered for /)],
      });
      await expect(assign([{ ...huda, seat: 1 }])).rejects.toThrow(/^Seat 1 on .* already has an attendee/);
      expect((await readLine())?.seats_to_name).toEqual([2, 3]);
      expect(await listRecipients()).toEqual([]);
    });

    it("rejects someone who already has a seat, by any of their addresses", async () => {
      const other = await makeUser(ctx.db, { email: huda.email, emailVerified: true });
      await buySeats(ctx.as(other), runId, 1);
      await ctx.db.execute(sql`update "user" set email = 'huda.new@example.com' where id = ${other.id}`);
      for (const email of [huda.email, "huda.new@example.com"])
        expect(await getFieldErrors(assign([{ ...huda, email }]))).toEqual({
          "attendees.0.email": [expect.any(String)],
        });
    });
  });

  it("S-04 L-03 assigned people get their seat and email at once; their seats are no longer offered", async () => {
    const other = await makeUser(ctx.db, { email: ali.email, locale: "ar", emailVerified: true });
    expect((await readLine())?.seats_to_name).toEqual([2, 3]);
    await assign([{ ...ali, seat: 3 }]);
    expect(await readLine()).toMatchObject({ seats_to_name: [2], attendees: [{ email: me.email }, ali] });
    await assign([huda]);
    expect(await readLine()).toMatchObject({ seats_to_name: [], attendees: [{ email: me.email }, huda, ali] });
    expect(await listRecipients()).toEqual([ali.email, huda.email]);
    expect(await checkCourseBooking(ctx.as(other), { runId, user_id: other.id })).toEqual({
      already_registered: true,
    });
    await expect(assign([{ ...huda, email: "late@example.com" }])).rejects.toThrow(Conflict);
  });

  it("U-30 allows assigning until the first session begins", async () => {
    const { rows } = await ctx.db.execute<{ at: string }>(
      sql`select min(starts_at)::text as at from run_session where run_id = ${runId}`,
    );
    const lastMoment = new Date(new Date(rows[0]?.at ?? "").getTime() - 1);
    await assign([huda], { who: { ...ctx, now: () => lastMoment } });
    expect(await listRecipients()).toEqual([huda.email]);
  });

  it("U-30 X-03 A12 without confirmed times, ends assigning, links and changes as the first day begins", async () => {
    const [run] = await ctx.db
      .update(courseRuns)
      .set({ timesConfirmed: false })
      .where(eq(courseRuns.id, runId))
      .returning();
    const midnight = startOfRiyadhDay(run?.startDate ?? "");
    await ctx.db.execute(
      sql`update run_session set starts_at = starts_at + interval '1 minute' where run_id = ${runId}`,
    );
    expect((await firstSessions(ctx, run ? [run] : [])).get(runId)).toEqual(midnight);
    const at = (time: number) => ({ ...ctx, now: () => new Date(time) });
    await expect(assign([huda], { who: at(midnight.getTime()) })).rejects.toThrow(/has begun/);
    expect(await listSeatLinks(at(midnight.getTime()), { orderId })).toEqual([]);
    expect((await listChangeOptions(at(midnight.getTime()), { orderId }))[0]?.maySend).toBe(false);
    const before = at(midnight.getTime() - 1);
    expect(await listSeatLinks(before, { orderId })).not.toEqual([]);
    expect((await listChangeOptions(before, { orderId }))[0]?.maySend).toBe(true);
    await assign([huda], { who: before });
    expect(await listRecipients()).toEqual([huda.email]);
  });

  it("A2 does not list, offer or assign a refunded seat", async () => {
    const [second] = (
      await ctx.db.execute<{ id: number }>(sql`select id from enrolment where order_id = ${orderId} and seat = 2`)
    ).rows;
    await refundOrder(ctx.asStaff("finance"), {
      orderId,
      amountHalalas: 100,
      reason: "cannot-attend",
      seatIds: [second?.id ?? 0],
    });
    expect(await readLine()).toMatchObject({
      qty: 3,
      seats_cancelled: 1,
      seats_to_name: [3],
      attendees: [{ email: me.email }],
      cancelled: false,
    });
    await expect(assign([huda])).rejects.toThrow(/^Seat 2 on .* has been cancelled/);
    await assign([{ ...huda, seat: 3 }]);
    expect(await readLine()).toMatchObject({ seats_to_name: [], attendees: [{ email: me.email }, huda] });
  });

  it("allows assigning in a partly refunded order that keeps its seats", async () => {
    await refundOrder(ctx.asStaff("finance"), { orderId, amountHalalas: 100, reason: "A goodwill gesture" });
    await assign([huda]);
    expect((await readLine())?.seats_to_name).toEqual([3]);
  });

  it("limits how many other people an account may name a day; repeated names and oneself do not count", async () => {
    const strict = (who: TestCtx) => ({ ...who, env: envWith({ RATE_LIMIT_FACTOR: "1" }) }) as TestCtx;
    const colleague = ctx.as(await makeUser(ctx.db));
    const { max } = limits.namedPeoplePerAccount;
    const victim = "somebody@example.com";
    const other = (await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { capacity: 500 })).id;
    const checkOutFor = (who: TestCtx, emails: string[]) =>
      beginCheckout(strict(who), {
        items: [{ runId: other, qty: emails.length }],
        billing: address,
        company: { name: "Clinic", vat_number: "300000000000003", address: "Riyadh" },
        attendees: emails.map((email) => ({ runId: other, name: "A", email, scfhs_number: "" })),
      });
    const people = (from: number) => Array.from({ length: 20 }, (_, at) => `person-${from + at}@example.com`);
    for (let from = 0; from < max; from += 20)
      for (let again = 0; again < 2; again++) await checkOutFor(colleague, people(from));
    await expect(checkOutFor(colleague, [victim])).rejects.toThrow(RateLimited);
    await expect(
      assignOpenSeats(strict(colleague), { order_id: orderId, attendees: [{ runId, seat: 2, ...huda }] }),
    ).rejects.toThrow(RateLimited);
    // Refused before anyone looks for a seat, so the answer does not show whether the person has one.
    await buySeats(ctx.as(await makeUser(ctx.db, { email: victim })), other, 1);
    await expect(checkOutFor(colleague, [victim])).rejects.toThrow(RateLimited);
    // Buying for oneself still works, and other accounts are not limited.
    await beginCheckout(strict(colleague), { items: [{ runId: other, qty: 1 }], billing: address });
    expect(Object.keys(await getFieldErrors(checkOutFor(ctx, [victim])))).toEqual(["attendees.0.email"]);
    colleague.clock.now = new Date(colleague.clock.now.getTime() + limits.namedPeoplePerAccount.minutes * 60_000);
    expect(Object.keys(await getFieldErrors(checkOutFor(colleague, [victim])))).toEqual(["attendees.0.email"]);
  });
});

describe("concurrent requests over two pools (postgres)", () => {
  let first: TestDatabase;
  let second: Database;
  beforeAll(async () => {
    first = await openTestDatabase();
    second = await openDatabase({ databaseUrl: first.url, dataDir: "", poolSize: 10, log: silentLog });
    await Promise.all(
      [first, second].flatMap((database) =>
        Array.from({ length: 10 }, () => database.executeSql("select pg_sleep(0.05)")),
      ),
    );
  });
  afterAll(async () => {
    await second.close();
    await first.close();
  });

  /** Ten tabs name ten people for one seat, then two orders name one person (`both`). Counts how the requests ended. */
  async function round(databases: Database[]) {
    const base = testContext(first, { env: envWith() });
    const runId = (await makeRun(first.db, (await makeCourse(first.db)).id, { capacity: 20 })).id;
    const buyers = await Promise.all([1, 2].map(async () => base.as(await makeUser(first.db))));
    const orders = [];
    for (const buyer of buyers) orders.push(await buySeats(buyer, runId, 3));
    const on = (buyer: TestCtx, at: number) => ({
      ...buyer,
      database: databases[at % 2] ?? first,
      db: (databases[at % 2] ?? first).db,
    });
    const countOutcomes = async (attempts: Promise<void>[]) => {
      const answers = await Promise.allSettled(attempts);
      const refused = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason as unknown] : []));
      return {
        named: answers.length - refused.length,
        refused: refused.filter((error) => error instanceof Conflict || error instanceof ValidationError).length,
        broken: refused.filter((error) => !(error instanceof Conflict || error instanceof ValidationError)).length,
      };
    };
    const [mine = base, other = base] = buyers;
    const [myOrderId = 0, otherOrderId = 0] = orders;
    const tabs = await countOutcomes(
      Array.from({ length: 10 }, (_, at) =>
        assignOpenSeats(on(mine, at), {
          order_id: myOrderId,
          attendees: [{ runId, seat: 2, name: "A", email: `tab-${at}@example.com`, scfhs_number: "" }],
        }),
      ),
    );
    const samePerson = await countOutcomes(
      [mine, other, mine, other].map((buyer, at) =>
        assignOpenSeats(on(buyer, at), {
          order_id: buyer === mine ? myOrderId : otherOrderId,
          attendees: [{ runId, seat: 3, ...huda }],
        }),
      ),
    );
    return { tabs, both: samePerson };
  }

  it("S-04 lets one request win per seat and per person; the others are rejected", async () => {
    for (let n = 0; n < 4; n++)
      expect(await round([first, second])).toEqual({
        tabs: { named: 1, refused: 9, broken: 0 },
        both: { named: 1, refused: 3, broken: 0 },
      });
  });

  it("G-01 without locks the database rejects a second name for a seat and a second seat for a person", async () => {
    for (let n = 0; n < 3; n++)
      expect(await round([withoutLocks(first), withoutLocks(second)])).toEqual({
        tabs: { named: 1, refused: 9, broken: 0 },
        both: { named: 1, refused: 3, broken: 0 },
      });
  });

  it("negative control: without locks, index and condition, one seat gets two names and one person two seats", async () => {
    await first.executeSql('drop index "enrolment_one_seat_per_person"');
    const withoutDefences = (database: Database) =>
      withStatements(database, ({ sql }) =>
        sql.replace(/ for update( of "order")?$/, "").replace(' and "enrolment"."attendee_email" is null)', ")"),
      );
    const rounds: Awaited<ReturnType<typeof round>>[] = [];
    const getMaxNamed = () => ({
      tabs: Math.max(0, ...rounds.map(({ tabs }) => tabs.named)),
      both: Math.max(0, ...rounds.map(({ both }) => both.named)),
    });
    for (let n = 0; n < 8 && (getMaxNamed().tabs < 2 || getMaxNamed().both < 2); n++)
      rounds.push(await round([withoutDefences(first), withoutDefences(second)]));
    expect(getMaxNamed().tabs).toBeGreaterThan(1);
    expect(getMaxNamed().both).toBeGreaterThan(1);
  });
});
