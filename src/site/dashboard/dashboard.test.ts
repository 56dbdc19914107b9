/** The first page of the portal: what each role sees, and that its numbers match the data. */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { getRolePermissions, staffRoles } from "#features/people/permissions.ts";
import { saveDraft } from "#features/content/editing/revisions.server.ts";
import { issueCreditNote, issueInvoice } from "#features/invoices/issue.server.ts";
import { cancelRun, declineCancellation } from "#features/runs/run-changes/cancel.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { inTransaction } from "#platform/context.server.ts";
import { outboxMails } from "#platform/mail/tables.server.ts";
import { listRuns } from "#features/runs/staff-runs.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { cancelRunNow } from "#test/run-changes.ts";
import { riyadh, findSeat, taughtDays, taughtRun } from "#test/taught-run.ts";
import { markAttendance } from "#features/learning/attendance/marks.server.ts";
import { paidByCard, paidOrders, refundRow, requestRow } from "#test/paid-order.ts";
import { makeStaff, signedIn } from "#test/staff.ts";
import { buildDraft, storyOnSite } from "#test/story.ts";
import { readDashboard } from "./dashboard.server.ts";

const permissions = {
  next: "schedule.read",
  slow: "schedule.read",
  decide: "schedule.write",
  sales: "finance.read",
  payments: "orders.resolve",
  bookings: "orders.transfer",
  cancellations: "orders.approve",
  changes: "changes.decide",
  attendance: "attendance.write",
  enquiries: "enquiries.read",
  mails: "mails.read",
  refunds: "orders.approve",
  refundsDue: "orders.refund",
  transfers: "orders.transfer",
  arabic: "courses.write",
  editing: "content.write",
  certificates: "certificates.revoke",
} as const;

describeOnDatabase("the first page of the portal", (open) => {
  let ctx: TestCtx;
  beforeEach(async () => {
    ctx = testContext(await open());
  });
  const invoiceOn = async (instant: string) => {
    ctx.clock.now = new Date(instant);
    const [orderId = 0] = await paidOrders(ctx, 1);
    await inTransaction(ctx, (ctx) => issueInvoice(ctx, orderId, paidByCard));
    return orderId;
  };

  describe("refusals", () => {
    it("P-03 DK-17 CT-20 returns only the parts that a role may see", async () => {
      for (const role of staffRoles) {
        const browser = await signedIn(ctx, (await makeStaff(ctx, role)).id);
        const { status, body } = await browser.call("GET dashboard");
        const visible = Object.entries(permissions).filter(([, one]) => getRolePermissions(role).has(one));
        expect([status, Object.keys(body).toSorted()], role).toEqual([
          200,
          ["today", ...visible.map(([name]) => name)].toSorted(),
        ]);
      }
    });
  });

  it("compares this month's invoices with last month's, by days in Riyadh", async () => {
    await invoiceOn("2026-10-22T20:59:00Z");
    // 23 October in Riyadh.
    await invoiceOn("2026-10-22T21:00:00Z");
    // 1 November in Riyadh.
    const orderId = await invoiceOn("2026-10-31T21:00:00Z");
    await invoiceOn("2026-11-22T08:00:00Z");
    const refund = { id: await refundRow(ctx, orderId, 57_500), orderId, amountHalalas: 57_500, reason: "Asked for" };
    await inTransaction(ctx, (ctx) => issueCreditNote(ctx, refund));
    const { sales } = await readDashboard(ctx.asStaff("finance"));
    expect(sales).toMatchObject({
      month: "2026-11",
      through: "2026-11-22",
      net: "2000.00",
      orders: 2,
      refunded: "575.00",
      vat: "225.00",
      previous: { month: "2026-10", net: "1000.00" },
    });
    expect([sales?.days.length, sales?.days[0], sales?.days[1], sales?.days[21]]).toEqual([
      22,
      "1000.00",
      "0.00",
      "1000.00",
    ]);
    expect([sales?.previous.days.length, sales?.previous.days[21], sales?.previous.days[22]]).toEqual([
      31,
      "1000.00",
      "1000.00",
    ]);
  });

  it("DK-12 counts a refund request for approvers, but not for its requester", async () => {
    const [orderId = 0] = await paidOrders(ctx, 1);
    await requestRow(ctx, orderId);
    const owner = await readDashboard(ctx.asStaff("owner"));
    expect(owner.refunds).toEqual({ count: 1, oldestAt: ctx.now().toISOString() });
    expect((await readDashboard(ctx.asStaff("owner", { id: "asker" }))).refunds).toMatchObject({ count: 0 });
  });

  it("compares with the whole last month if that month has no such day", async () => {
    await invoiceOn("2027-02-28T08:00:00Z");
    await invoiceOn("2027-03-31T08:00:00Z");
    const { sales } = await readDashboard(ctx.asStaff("auditor"));
    expect(sales).toMatchObject({ net: "1000.00", previous: { month: "2027-02", net: "1000.00" } });
  });

  it("lists current and future runs without cancelled ones, and slow ones with the seats they need", async () => {
    const today = riyadhDate(ctx.now());
    const course = await makeCourse(ctx.db, { name_eng: "Safe handover" });
    const makeRunBetween = (from: number, to: number, values = {}) =>
      makeRun(ctx.db, course.id, { startDate: addDays(today, from), endDate: addDays(today, to), days: 3, ...values });
    await makeRunBetween(-5, -3);
    await makeRunBetween(3, 5, { cancelledAt: ctx.now() });
    const currentRun = await makeRunBetween(-1, 1);
    const slowRun = await makeRunBetween(14, 16, { capacity: 24 });
    const later = await makeRunBetween(15, 17);
    const { next, slow } = await readDashboard(ctx.asStaff("training"));
    expect(next?.items.map(({ id }) => id)).toEqual([currentRun.id, slowRun.id, later.id]);
    expect(next?.items[0]).toMatchObject({ today: { day: 2, of: 3, from: null, to: null }, seatsSold: 0 });
    expect(slow).toMatchObject({ count: 1, items: [{ id: slowRun.id, seatsNeeded: 12 }] });
    expect(slow?.items[0]?.earlier).toEqual({ startDate: currentRun.startDate, seatsSold: 0 });
    // A run that waits for a decision has a card of its own. It still counts as slow, as in the list of runs.
    const toDecide = { minSeats: 3, decideBy: new Date(ctx.now().getTime() + 86_400_000) };
    await ctx.db.update(courseRuns).set(toDecide).where(eq(courseRuns.id, slowRun.id));
    const { decide, slow: rest } = await readDashboard(ctx.asStaff("training"));
    expect([decide?.count, rest?.count, rest?.items]).toEqual([1, 1, []]);
  });

  it("DK-02 DK-03 A19 counts as many runs as the lists contain", async () => {
    const today = riyadhDate(ctx.now());
    const course = await makeCourse(ctx.db);
    const decideBy = (days: number, values = {}) => ({
      startDate: addDays(today, 9),
      endDate: addDays(today, 9),
      minSeats: 3,
      decideBy: new Date(ctx.now().getTime() + days * 86_400_000),
      ...values,
    });
    const overdue = await makeRun(ctx.db, course.id, decideBy(-1));
    const due = await makeRun(ctx.db, course.id, decideBy(6));
    for (const values of [{ decidedAt: ctx.now() }, { cancelledAt: ctx.now() }, { saleStoppedAt: ctx.now() }])
      await makeRun(ctx.db, course.id, decideBy(1, values));
    await makeRun(ctx.db, course.id, decideBy(9));
    const training = ctx.asStaff("training");
    const { decide, slow } = await readDashboard(training);
    const listRunsIn = async (state: "decide" | "slow") =>
      (await listRuns(training, { page: 1, perPage: 25, sort: "id", order: "asc", filter: { state } })).data;
    expect((await listRunsIn("decide")).map(({ id }) => id)).toEqual([overdue.id, due.id]);
    expect(decide).toMatchObject({ count: 2, items: [{ id: overdue.id }, { id: due.id }] });
    expect((await listRunsIn("slow")).length).toBe(slow?.count);
  });

  it("P-08 P-10 counts run cancellations that wait for approval, until they are declined", async () => {
    const training = ctx.asStaff("training", { id: (await makeStaff(ctx, "training")).id });
    const finance = () => ctx.asStaff("finance", { id: "lina" });
    const course = await makeCourse(ctx.db, {});
    const cancellations = [];
    // The refund of the third cancellation is small enough to need no second person.
    for (const seats of [5, 6, 1]) {
      const { id: runId } = await makeRun(ctx.db, course.id, { capacity: 24 });
      await paidOrders(ctx, seats, { runId });
      cancellations.push((await cancelRun(training, { runId })).cancellation);
      ctx.clock.now = new Date(ctx.clock.now.getTime() + 60_000);
    }
    const [first, second] = cancellations;
    expect(cancellations.map(({ state }) => state)).toEqual(["waiting", "waiting", "direct"]);
    const readCancellations = async () => (await readDashboard(finance())).cancellations;
    const query = { page: 1, perPage: 25, sort: "id", order: "asc", filter: { state: "waiting" } } as const;
    const countListed = async () => (await listRuns(finance(), query)).total;
    expect([await readCancellations(), await countListed()]).toEqual([
      { count: 2, oldestAt: first?.askedAt.toISOString() },
      2,
    ]);
    await declineCancellation(finance(), { id: first?.id ?? 0 });
    expect([await readCancellations(), await countListed()]).toEqual([
      { count: 1, oldestAt: second?.askedAt.toISOString() },
      1,
    ]);
    await declineCancellation(finance(), { id: second?.id ?? 0 });
    expect([await readCancellations(), await countListed()]).toEqual([{ count: 0, oldestAt: null }, 0]);
  });

  it("T-04 lists taught runs until everyone is marked, for 90 days, without cancelled ones", async () => {
    const run = await taughtRun(ctx, ["Huda Salem", "Badr Omar"]);
    const cancelled = await taughtRun(ctx, ["Mona Ali"]);
    await cancelRunNow(ctx.asStaff("owner"), { runId: cancelled.runId });
    const support = ctx.asStaff("support");
    const readAttendance = async () => (await readDashboard(support)).attendance;
    const mark = async (name: string, session: number) =>
      markAttendance(support, {
        runId: run.runId,
        key: crypto.randomUUID(),
        marks: [
          {
            enrolmentId: (await findSeat(ctx, run.runId, name)).id,
            sessionId: session,
            mark: { state: "absent", lateMinutes: null },
          },
        ],
      });
    ctx.clock.now = riyadh("15:30", taughtDays[1]);
    expect(await readAttendance()).toMatchObject({
      count: 1,
      items: [{ id: run.runId, name_eng: "Sepsis", people: 2 }],
    });
    ctx.clock.now = riyadh("15:29", taughtDays[1]);
    expect(await readAttendance()).toEqual({ count: 0, items: [] });
    ctx.clock.now = riyadh("16:00", taughtDays[1]);
    for (const session of run.sessions) await mark("Huda Salem", session);
    await mark("Badr Omar", run.sessions[0]);
    expect(await readAttendance()).toMatchObject({ count: 1, items: [{ people: 1 }] });
    ctx.clock.now = riyadh("16:00", addDays(taughtDays[1], 91));
    expect(await readAttendance()).toEqual({ count: 0, items: [] });
    ctx.clock.now = riyadh("16:00", taughtDays[1]);
    await mark("Badr Omar", run.sessions[1]);
    expect(await readAttendance()).toEqual({ count: 0, items: [] });
  });

  it("counts failed emails and lists the newest first", async () => {
    const mail = { locale: "en" as const, template: "x", props: {}, subject: "Your seat", html: "x", text: "x" };
    const failed = (n: number) => ({
      ...mail,
      key: `k${n}`,
      to: `a${n}@example.com`,
      status: "failed" as const,
      createdAt: ctx.now(),
    });
    await ctx.db.insert(outboxMails).values([failed(1), failed(2), { ...failed(3), status: "sent" }]);
    const { mails } = await readDashboard(ctx.asStaff("support"));
    expect([mails?.count, mails?.items.map(({ to }) => to)]).toEqual([2, ["a2@example.com", "a1@example.com"]]);
  });

  it("P-08 counts missing or stale Arabic, also in drafts, until it is complete", async () => {
    const editor = ctx.asStaff("content");
    const readArabic = async () => (await readDashboard(editor)).arabic;
    const before = (await readArabic())?.count ?? 0;
    const entityId = await storyOnSite(ctx);
    expect((await readArabic())?.count).toBe(before);
    const english = { title_eng: "A newer story" };
    const item = { id: `news:${entityId}`, entity: "news" };
    const { version } = await saveDraft(editor, buildDraft(entityId, english, 0));
    const counted = { count: before + 1, byEntity: { news: 1 } };
    expect(await readArabic()).toMatchObject({ ...counted, items: [{ ...item, state: "stale" }] });
    const without = await saveDraft(editor, buildDraft(entityId, { ...english, title_ar: "" }, version));
    expect(await readArabic()).toMatchObject({ ...counted, items: [{ ...item, state: "missing" }] });
    await saveDraft(editor, buildDraft(entityId, { ...english, title_ar: "قصة أحدث" }, without.version));
    expect((await readArabic())?.count).toBe(before);
  });
});
