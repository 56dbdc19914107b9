/** Runs with a minimum number of people: when staff are asked, how they decide, and what happens without a decision. */
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { runCancellations } from "#features/changes/approval-tables.server.ts";
import { declineCancellation } from "#features/runs/run-changes/cancel.server.ts";
import { moveRun } from "#features/runs/run-changes/move.server.ts";
import { staffUsers } from "#features/staff/tables.server.ts";
import { addDays, riyadhDate, riyadhInstant } from "#i18n/dates.ts";
import { FreshSignInRequired } from "#platform/errors.ts";
import { readDashboard } from "#site/dashboard/dashboard.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { changeSetting } from "#features/settings/settings.server.ts";
import { editRun } from "./edit-run.server.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidOrders } from "#test/paid-order.ts";
import { makeStaff, signedIn, type StaffBrowser } from "#test/staff.ts";
import {
  decideRuns,
  listRunsToDecide,
  postponeDecision,
  readDecision,
  remindToDecide,
  takePlaceAnyway,
} from "./decide-run.server.ts";

const fields = {
  delivery: "onsite",
  venueEng: "Training centre, Riyadh",
  venueAr: "",
  capacity: 24,
  price: "2400.00",
  hours: 18,
  accreditationStatus: "none",
  accreditationNumber: "",
};

describeOnDatabase("a run with a minimum number of people", (open) => {
  let ctx: TestCtx;
  let training: StaffBrowser;
  let runId: number;
  let today: string;
  const startsIn = 20;

  beforeEach(async () => {
    ctx = testContext(await open());
    training = await signedIn(ctx, (await makeStaff(ctx, "training")).id);
    today = riyadhDate(ctx.now());
    const startDate = addDays(today, startsIn);
    const dates = { startDate, endDate: startDate, days: 1 };
    runId = (await makeRun(ctx.db, (await makeCourse(ctx.db)).id, { capacity: 24, ...dates })).id;
  });
  const readRun = async () => (await ctx.db.select().from(courseRuns).where(eq(courseRuns.id, runId)))[0];
  const setMinimum = (values: object) =>
    ctx.db
      .update(courseRuns)
      .set({ minSeats: 12, ...values })
      .where(eq(courseRuns.id, runId));
  const instantIn = (inDays: number, time = "16:00") => riyadhInstant(addDays(today, inDays), time);
  const listDueRunIds = async () => (await listRunsToDecide(ctx.asStaff("training"))).map(({ id }) => id);

  it("staff save the minimum, its deadline and the default outcome; errors name the field", async () => {
    const { version } = (await training.call(`GET runs/${runId}`)).body as { version: number };
    const edit = async (more: object) => {
      const { status, body } = await training.call(`PUT runs/${runId}`, { ...fields, version, ...more });
      return status === 422 ? Object.keys(body) : body;
    };
    for (const [wrong, field] of [
      [{ minSeats: 0, decideBy: "2027-01-01T16:00" }, "minSeats"],
      [{ minSeats: 25, decideBy: "2027-01-01T16:00" }, "minSeats"],
      [{ minSeats: 12 }, "decideBy"],
      [{ minSeats: 12, decideBy: "2027-02-30T16:00" }, "decideBy"],
      [{ minSeats: 12, decideBy: "tomorrow" }, "decideBy"],
      [{ minSeats: 12, decideBy: `${addDays(today, startsIn + 1)}T16:00` }, "decideBy"],
      [{ minSeats: 12, decideBy: `${addDays(today, 5)}T16:00`, ifMissed: "later" }, "ifMissed"],
    ] as const)
      expect(await edit(wrong), JSON.stringify(wrong)).toEqual([field]);
    const decideBy = `${addDays(today, 5)}T16:00`;
    expect(await edit({ minSeats: 12, decideBy, ifMissed: "run" })).toMatchObject({
      minSeats: 12,
      decideBy,
      ifMissed: "run",
      decidedAt: null,
      remindsToDecide: true,
    });
    expect((await readRun())?.decideBy).toEqual(instantIn(5));
  });

  it("is listed from seven days before the deadline, until it has enough people or is cancelled", async () => {
    await setMinimum({ decideBy: instantIn(8) });
    expect(await listDueRunIds()).toEqual([]);
    ctx.clock.now = riyadhInstant(addDays(today, 1), "16:00");
    expect(await listDueRunIds()).toEqual([runId]);
    const dashboard = await readDashboard(ctx.asStaff("training"));
    expect(dashboard.decide).toMatchObject({ count: 1, items: [{ id: runId, minSeats: 12, seatsSold: 0 }] });
    await setMinimum({ minSeats: 2 });
    await paidOrders(ctx, 2, { runId });
    expect(await listDueRunIds()).toEqual([]);
    await setMinimum({ minSeats: 3 });
    expect(await listDueRunIds()).toEqual([runId]);
    await setMinimum({ minSeats: 3, cancelledAt: ctx.now() });
    expect(await listDueRunIds()).toEqual([]);
  });

  it("a decision that the run takes place is logged once; a changed minimum asks again", async () => {
    await expect(takePlaceAnyway(ctx.asStaff("auditor"), { runId })).rejects.toMatchObject({ status: 403 });
    await expect(takePlaceAnyway(ctx.asStaff("training"), { runId })).rejects.toMatchObject({ status: 409 });
    await setMinimum({ decideBy: instantIn(3) });
    await paidOrders(ctx, 2, { runId });
    const decided = await Promise.all([1, 2].map(() => training.call(`POST runs/${runId}/run-anyway`)));
    expect(decided.map(({ status }) => status)).toEqual([200, 200]);
    expect(await listDueRunIds()).toEqual([]);
    const events = await ctx.db.execute(sql`select after from audit_event where action = 'run.goes-ahead'`);
    expect(events.rows).toEqual([{ after: { minSeats: 12, seatsSold: 2 } }]);
    const { rows: mails } = await ctx.db.execute(
      sql`select "to" from outbox_mail where template = 'course-takes-place'`,
    );
    expect(mails).toEqual([{ to: "sara@example.com" }]);
    const { version, venueEng, venueAr } = (await training.call(`GET runs/${runId}`)).body;
    const again = {
      minSeats: 10,
      decideBy: `${addDays(today, 4)}T16:00`,
      version,
      venueEng,
      venueAr: venueAr ?? "",
    };
    await training.call(`PUT runs/${runId}`, { ...fields, ...again });
    expect(await listDueRunIds()).toEqual([runId]);
  });

  it("at the deadline without a decision, goes ahead or stays listed, as configured", async () => {
    await setMinimum({ decideBy: instantIn(3), ifMissed: "run" });
    ctx.clock.now = new Date(instantIn(3).getTime() - 1);
    await decideRuns(ctx);
    expect((await readRun())?.decidedAt).toBeNull();
    ctx.clock.now = instantIn(3);
    await Promise.all([decideRuns(ctx), decideRuns(ctx)]);
    expect((await readRun())?.decidedAt).toEqual(instantIn(3));
    await setMinimum({ decidedAt: null, ifMissed: "ask" });
    await decideRuns(ctx);
    expect((await readRun())?.decidedAt).toBeNull();
    expect(await listDueRunIds()).toEqual([runId]);
  });

  /**
   * Reaches the deadline with too few people. A training colleague has chosen automatic cancellation, which needs an
   * approver above the limit.
   */
  async function missDeadline(onePersonHalalas: number) {
    const { id: minSetBy } = await makeStaff(ctx, "training");
    const approver = await makeStaff(ctx, "owner");
    await changeSetting(ctx.asStaff("owner"), "refunds", { onePersonHalalas });
    await setMinimum({ decideBy: instantIn(3), ifMissed: "cancel", minSetBy });
    await paidOrders(ctx, 2, { runId });
    ctx.clock.now = instantIn(3);
    return { minSetBy, approver };
  }
  const listCancellations = () => ctx.db.select().from(runCancellations);
  const asJob = () => ({ ...ctx, actor: { kind: "job" as const, name: "runs.decide" } });
  const decideTwice = () => Promise.all([decideRuns(asJob()), decideRuns(asJob())]);
  const listActions = async () =>
    (
      await ctx.db.execute(
        sql`select actor_kind || ' ' || action as line from audit_event where entity = 'run' order by id`,
      )
    ).rows.map(({ line }) => line);

  it("X-06 only staff with a fresh sign-in may choose automatic cancellation", async () => {
    const decideBy = `${addDays(today, 5)}T16:00`;
    const { version } = (await training.call(`GET runs/${runId}`)).body as { version: number };
    const minimum = { minSeats: 12, decideBy: instantIn(5), ifMissed: "cancel" as const };
    const input = { runId, version, ...minimum };
    const stale = ctx.asStaff("training", { confirmedAt: new Date(0) });
    await expect(editRun(stale, input)).rejects.toBeInstanceOf(FreshSignInRequired);
    expect(
      await training.call(`PUT runs/${runId}`, { ...fields, version, minSeats: 12, decideBy, ifMissed: "cancel" }),
    ).toMatchObject({ status: 200 });
  });

  it("X-06 is cancelled at its deadline, once by two concurrent jobs, and queues a task for its people", async () => {
    const { minSetBy } = await missDeadline(100_000_000);
    ctx.clock.now = new Date(instantIn(3).getTime() - 1);
    await decideTwice();
    expect((await readRun())?.cancelledAt).toBeNull();
    ctx.clock.now = instantIn(3);
    await decideTwice();
    expect((await readRun())?.cancelledAt).toEqual(instantIn(3));
    expect(await listCancellations()).toMatchObject([{ state: "direct", askedBy: minSetBy }]);
    expect(await listActions()).toEqual(["job run.number-missed", "staff run.cancelled"]);
    const { rows: tasks } = await ctx.db.execute(sql`select kind, total from staff_task`);
    expect(tasks).toEqual([{ kind: "run.cancelled", total: 2 }]);
  });

  it("X-06 above the refund limit waits for an approver, who is notified; if declined, stays listed", async () => {
    const { approver } = await missDeadline(50_000);
    await decideTwice();
    const [waiting] = await listCancellations();
    expect(waiting).toMatchObject({ state: "waiting", amountHalalas: 230_000 });
    expect(await readRun()).toMatchObject({ cancelledAt: null, saleStoppedAt: instantIn(3) });
    const { rows: mails } = await ctx.db.execute(sql`select template from outbox_mail where "to" = ${approver.email}`);
    expect(mails).toEqual([{ template: "run-cancel-approval" }]);
    await declineCancellation(ctx.asStaff("owner"), { id: waiting?.id ?? 0 });
    await decideTwice();
    expect(await listCancellations()).toHaveLength(1);
    expect(await listDueRunIds()).toEqual([runId]);
  });

  it("X-06 is not cancelled with enough people, after a decision, or if the person who set it has left", async () => {
    const { minSetBy } = await missDeadline(100_000_000);
    await setMinimum({ minSeats: 2 });
    await decideTwice();
    await setMinimum({ minSeats: 3, decidedAt: ctx.now() });
    await decideTwice();
    await setMinimum({ minSeats: 3, decidedAt: null });
    await ctx.db.update(staffUsers).set({ removedAt: ctx.now() }).where(eq(staffUsers.id, minSetBy));
    await decideTwice();
    expect(await listCancellations()).toEqual([]);
    expect(await listDueRunIds()).toEqual([runId]);
  });

  it("X-06 reminds the person who set the minimum 7 days and 1 day before, and at the deadline, each once", async () => {
    const { id: minSetBy, email } = await makeStaff(ctx, "training");
    await setMinimum({ decideBy: instantIn(9), minSetBy, remindedAt: ctx.now() });
    const countReminders = async (at: Date) => {
      ctx.clock.now = at;
      await Promise.all([remindToDecide(asJob()), remindToDecide(asJob())]);
      const { rows } = await ctx.db.execute(
        sql`select 1 from outbox_mail where template = 'run-to-decide' and "to" = ${email}`,
      );
      return rows.length;
    };
    expect(await countReminders(new Date(instantIn(2).getTime() - 1))).toBe(0);
    expect(await countReminders(instantIn(2))).toBe(1);
    expect(await countReminders(instantIn(7))).toBe(1);
    expect(await countReminders(instantIn(8))).toBe(2);
    await setMinimum({ remindsToDecide: false, remindedAt: null });
    expect(await countReminders(instantIn(8))).toBe(2);
    expect(await countReminders(instantIn(9))).toBe(3);
    expect(await countReminders(instantIn(10))).toBe(3);
    const { events } = await readDecision(ctx.asStaff("auditor"), { id: runId });
    expect(events[2]).toMatchObject({ action: "decision-reminded", reminded: expect.any(String), sold: 0, needed: 12 });
  });

  it("X-06 can be postponed by a week once, but not beyond the start", async () => {
    await setMinimum({ decideBy: instantIn(3) });
    await expect(postponeDecision(ctx.asStaff("auditor"), { runId })).rejects.toMatchObject({ status: 403 });
    const answers = await Promise.all([1, 2].map(() => training.call(`POST runs/${runId}/put-off`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await readRun())?.decideBy).toEqual(instantIn(10));
    await setMinimum({ decideBy: instantIn(18), putOffAt: null });
    await expect(postponeDecision(ctx.asStaff("training"), { runId })).rejects.toMatchObject({ status: 422 });
  });

  it("X-06 shows the seats sold by day, the next date with seats, and its decisions", async () => {
    await setMinimum({ decideBy: instantIn(3) });
    await paidOrders(ctx, 2, { runId });
    const [{ courseId } = { courseId: 0 }] = await ctx.db.select().from(courseRuns).where(eq(courseRuns.id, runId));
    const startDate = addDays(today, 60);
    const dates = { startDate, endDate: startDate, days: 1 };
    const next = await makeRun(ctx.db, courseId, { capacity: 9, ...dates });
    await makeRun(ctx.db, courseId, { capacity: 9, ...dates, startDate: addDays(today, 40), cancelledAt: ctx.now() });
    await training.call(`POST runs/${runId}/put-off`);
    await training.call(`POST runs/${runId}/run-anyway`);
    const { body } = await training.call(`GET runs/${runId}/decision`);
    expect(body).toMatchObject({
      soldLately: 2,
      nextRun: { id: next.id, seatsFree: 9 },
      events: [
        { action: "goes-ahead", sold: 2, needed: 12 },
        { action: "decision-put-off", sold: 2, decideBy: `${addDays(today, 10)}T16:00` },
      ],
    });
    expect((body as { pace: { day: string; sold: number }[] }).pace.at(-1)).toEqual({ day: today, sold: 2 });
  });

  it("moving the run moves the deadline and clears the decision", async () => {
    await setMinimum({ decideBy: instantIn(3), decidedAt: ctx.now() });
    const startDate = addDays(today, startsIn + 30);
    const venue = { venueEng: "Training centre, Riyadh", venueAr: null };
    await moveRun(ctx.asStaff("training"), { runId, startDate, endDate: startDate, ...venue });
    expect(await readRun()).toMatchObject({ decideBy: instantIn(33), decidedAt: null });
  });
});
