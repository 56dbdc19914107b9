/** Runs by link only (decision 050): what is refused without the link, then what staff and buyers do with it. */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { makeUser } from "#db/factories/user.ts";
import { courseAddresses } from "#features/catalogue/addresses.server.ts";
import { courseDetails, listChoices, listCourses, relatedCourses } from "#features/catalogue/courses.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { listMoveDates } from "#features/changes/changeable-seats.server.ts";
import { beginCheckout } from "#features/checkout/begin-checkout.server.ts";
import { bookByTransfer } from "#features/checkout/book-by-transfer.server.ts";
import { openTransferOrder } from "#features/checkout/open-transfer-order.server.ts";
import { searchKeys } from "#features/content/search/search.server.ts";
import { waitlistEntries } from "#features/seats/offer-tables.server.ts";
import { changeSetting } from "#features/settings/settings.server.ts";
import { quoteSeats } from "#features/settlement/quotes/quote.server.ts";
import { joinWaitlist, readWaitlist } from "#features/waitlist/my-waitlists.server.ts";
import { mailNewDates, subscribeToNewDates } from "#features/waitlist/new-dates.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { Conflict, Forbidden, NotFound, ValidationError } from "#platform/errors.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { bank } from "#test/bank.ts";
import { address, paymentsAt } from "#test/buyer.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { openSandbox } from "#test/sandbox.ts";
import { copyRun, createRun } from "./create-run.server.ts";
import { editRun } from "./edit-run.server.ts";
import { renewRunLink, withdrawRunLink } from "./run-link.server.ts";
import { countRuns, listRuns, readRun } from "./staff-runs.server.ts";

const sandbox = await openSandbox();

describeOnDatabase("a run by link only", (open) => {
  let visitor: TestCtx;
  let buyer: TestCtx;
  let training: TestCtx;
  let course: { id: number; slug: string; category: string };
  let runId: number;
  let startDate: string;

  beforeEach(async () => {
    visitor = testContext(await open(), { env: testEnv(paymentsAt(sandbox)) });
    buyer = visitor.as(await makeUser(visitor.db));
    training = visitor.asStaff("training");
    course = await makeCourse(visitor.db, { name_eng: "Zirconium handling" });
    startDate = addDays(riyadhDate(visitor.now()), 60);
    ({ id: runId } = await createRun(training, {
      courseId: course.id,
      visibility: "link",
      sessions: [],
      startDate,
      delivery: "onsite",
      venueEng: "Hall 1, Riyadh",
      capacity: 12,
      price: 240_000,
      hours: 6,
      accreditationStatus: "none",
    }));
  });

  const readKey = async () => {
    const { links } = await readRun(training, { id: runId });
    return links && (new URL(links.eng).searchParams.get("key") ?? "");
  };
  const details = async (key?: string | null) => courseDetails(visitor, { slug: course.slug, run: runId, key });
  const buy = async (key?: string | null) =>
    beginCheckout(buyer, { items: [{ runId, qty: 1, key }], billing: address });
  const edit = async (values: object) => {
    const { version } = await readRun(training, { id: runId });
    await editRun(training, { runId, version, ...values });
  };

  describe("refusals", () => {
    it("without the key, with a wrong one, with that of another run: no page, price, hold, booking or quotation", async () => {
      await changeSetting(visitor.asStaff("owner"), "transfers", bank);
      const other = await makeRun(visitor.db, course.id, { visibility: "link", linkSeed: "other" });
      const { links } = await readRun(training, { id: other.id });
      const others = new URL(links?.eng ?? "").searchParams.get("key");
      for (const key of [undefined, null, "", "A".repeat(22), others]) {
        await expect(details(key)).rejects.toThrow(NotFound);
        await expect(buy(key)).rejects.toThrow(NotFound);
        const items = [{ runId, qty: 3, key }];
        const company = { name: "Hospital", vat_number: "300000000000003", address: "Riyadh", purchase_order: "" };
        const booking = { items, billing: address, company, totalHalalas: 828_000 };
        await expect(bookByTransfer(buyer, booking)).rejects.toThrow(NotFound);
        await expect(quoteSeats(visitor, { items })).rejects.toThrow(Conflict);
      }
    });

    it("shows the next public date in place of a private one that is asked for without its key", async () => {
      const listed = await makeRun(visitor.db, course.id, {
        startDate: addDays(startDate, 5),
        endDate: addDays(startDate, 5),
      });
      const shown = await details();
      expect([shown.id, shown.other_dates]).toEqual([listed.id, []]);
    });

    it("has no waiting list and is no new date", async () => {
      await expect(readWaitlist(visitor, { runId })).rejects.toThrow(NotFound);
      await expect(joinWaitlist(buyer, { runId, seats: 1 })).rejects.toThrow(NotFound);
      await subscribeToNewDates(buyer, { slug: course.slug });
      await mailNewDates(visitor, { runId });
      expect(await visitor.db.$count(outboxMails, eq(outboxMails.template, "new-dates"))).toBe(0);
    });

    it("stays public while people wait for a seat", async () => {
      await edit({ visibility: "public" });
      const userId = buyer.viewer?.id ?? "";
      const entry = { runId, userId, seats: 1, rank: 1, joinedAt: visitor.now(), joinedFrom: "x" };
      await visitor.db.insert(waitlistEntries).values(entry);
      await expect(edit({ visibility: "link" })).rejects.toThrow(ValidationError);
    });

    it("only who may write the schedule sees, renews and withdraws the link, and only of a private run", async () => {
      const support = visitor.asStaff("support");
      expect((await readRun(support, { id: runId })).links).toBeNull();
      await expect(renewRunLink(support, { runId })).rejects.toThrow(Forbidden);
      await expect(withdrawRunLink(support, { runId })).rejects.toThrow(Forbidden);
      await expect(renewRunLink(training, { runId: 4711 })).rejects.toThrow(NotFound);
      const { id } = await makeRun(visitor.db, course.id);
      await expect(renewRunLink(training, { runId: id })).rejects.toThrow(Conflict);
      await expect(withdrawRunLink(training, { runId: id })).rejects.toThrow(Conflict);
      expect((await readRun(training, { id })).links).toBeNull();
    });
  });

  it("is in no list, choice, search, sitemap, related course, other date or date to move to", async () => {
    const other = await makeCourse(visitor.db);
    const listed = await makeRun(visitor.db, other.id, { startDate, endDate: startDate });
    await makeRun(visitor.db, other.id, { venueEng: "Hall 2, Tabuk", visibility: "link", linkSeed: "x" });
    const slugs = (await listCourses(visitor, { page: 1 })).data.map(({ slug }) => slug);
    expect(slugs).toEqual([other.slug]);
    const places = (await listChoices(visitor, {})).place.map(({ value }) => value);
    expect(places).toEqual(["Riyadh"]);
    expect((await listCourses(visitor, { page: 1, searchInput: "Tabuk" })).data).toEqual([]);
    expect(await searchKeys(visitor, "course", "zirconium")).toEqual([]);
    expect(await courseAddresses(visitor)).toMatchObject([{ slug: other.slug }]);
    expect(await relatedCourses(visitor, other)).toEqual([]);
    expect((await courseDetails(visitor, { slug: other.slug })).other_dates).toEqual([]);
    expect(await listMoveDates(visitor, listed as never)).toEqual([]);
  });

  it("opens and sells by its link; the link withdrawn or renewed opens nothing, and orders stay", async () => {
    const key = await readKey();
    expect(await details(key)).toMatchObject({ id: runId, key, seats_left: 12 });
    const order = await buy(key);
    expect(order.amount).toBe(276_000);
    await withdrawRunLink(training, { runId });
    expect(await readKey()).toBeNull();
    await expect(details(key)).rejects.toThrow(NotFound);
    await expect(buy(key)).rejects.toThrow(NotFound);
    await renewRunLink(training, { runId });
    const renewed = await readKey();
    expect(renewed).not.toBe(key);
    await expect(details(key)).rejects.toThrow(NotFound);
    expect((await details(renewed)).seats_held).toBe(1);
    expect((await buy(renewed)).order_id).toBe(order.order_id);
  });

  it("staff see, filter and sell it as any run, without its link", async () => {
    const query = { page: 1, perPage: 20, sort: "id", descending: false } as never;
    const filtered = await listRuns(training, { ...(query as object), filter: { visibility: "link" } } as never);
    expect(filtered.data.map(({ id }) => id)).toEqual([runId]);
    expect((await countRuns(training)).views.find(({ name }) => name === "ahead")?.total).toBe(1);
    const owner = visitor.asStaff("owner");
    await changeSetting(owner, "transfers", bank);
    const order = { buyerId: buyer.viewer?.id ?? "", items: [{ runId, qty: 2 }], billing: address };
    expect((await openTransferOrder(owner, order)).totalHalalas).toBe(552_000);
  });

  it("a copy has a link of its own; public again it has none, is found, and is news for those who wait", async () => {
    const { id } = await copyRun(training, {
      runId,
      startDate: addDays(startDate, 7),
      venueEng: "Hall 1, Riyadh",
      venueAr: null,
    });
    const [first, copy] = [await readRun(training, { id: runId }), await readRun(training, { id })];
    expect(copy.visibility).toBe("link");
    expect(copy.links?.eng).not.toBe(first.links?.eng);
    visitor.queued.length = 0;
    await edit({ visibility: "public" });
    expect(visitor.queued).toContainEqual({ name: "waiting.tell-dates", data: { runId } });
    expect(await searchKeys(visitor, "course", "zirconium")).toEqual([course.slug]);
    const [stored] = await visitor.db.select().from(courseRuns).where(eq(courseRuns.id, runId));
    expect(stored?.linkSeed).toBeNull();
    await edit({ visibility: "link" });
    expect(await searchKeys(visitor, "course", "zirconium")).toEqual([]);
    expect(await readKey()).not.toBe(new URL(first.links?.eng ?? "").searchParams.get("key"));
  });

  it("an edit of something else leaves a withdrawn link withdrawn", async () => {
    await withdrawRunLink(training, { runId });
    await edit({ capacity: 14 });
    expect(await readKey()).toBeNull();
  });
});
