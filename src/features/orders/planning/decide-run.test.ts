/** Runs that need a number of people: what staff are asked, how they decide, and what happens without a decision. */
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { moveRun } from "#features/orders/run-changes/move.server.ts";
import { addDays, riyadhDate, riyadhInstant } from "#i18n/dates.ts";
import { readDashboard } from "#site/dashboard/dashboard.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { paidOrders } from "#test/paid-order.ts";
import { makeStaff, signedIn, type StaffBrowser } from "#test/staff.ts";
import { decideRuns, listRunsToDecide, runAnyway } from "./decide-run.server.ts";

const fields = {
  delivery: "onsite",
  venue_eng: "Training centre, Riyadh",
  venue_ar: "",
  capacity: 24,
  price: "2400.00",
  hours: 18,
  accreditation_status: "none",
  accreditation_number: "",
};

describeOnDatabase("a run that needs a number of people", (open) => {
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
  const run = async () => (await ctx.db.select().from(courseRuns).where(eq(courseRuns.id, runId)))[0];
  const needs = (values: object) =>
    ctx.db
      .update(courseRuns)
      .set({ minSeats: 12, ...values })
      .where(eq(courseRuns.id, runId));
  const due = (inDays: number, time = "16:00") => riyadhInstant(addDays(today, inDays), time);
  const asked = async () => (await listRunsToDecide(ctx.asStaff("training"))).map(({ id }) => id);

  it("is written by staff with its time and what happens then; wrong is said at the field", async () => {
    const { version } = (await training.call(`GET runs/${runId}`)).body as { version: number };
    const edit = async (more: object) => {
      const { status, body } = await training.call(`PUT runs/${runId}`, { ...fields, version, ...more });
      return status === 422 ? Object.keys(body) : body;
    };
    for (const [wrong, field] of [
      [{ min_seats: 0, decide_by: "2027-01-01T16:00" }, "min_seats"],
      [{ min_seats: 25, decide_by: "2027-01-01T16:00" }, "min_seats"],
      [{ min_seats: 12 }, "decide_by"],
      [{ min_seats: 12, decide_by: "2027-02-30T16:00" }, "decide_by"],
      [{ min_seats: 12, decide_by: "tomorrow" }, "decide_by"],
      [{ min_seats: 12, decide_by: `${addDays(today, startsIn + 1)}T16:00` }, "decide_by"],
      [{ min_seats: 12, decide_by: `${addDays(today, 5)}T16:00`, if_missed: "cancel" }, "if_missed"],
    ] as const)
      expect(await edit(wrong), JSON.stringify(wrong)).toEqual([field]);
    const decide_by = `${addDays(today, 5)}T16:00`;
    expect(await edit({ min_seats: 12, decide_by, if_missed: "run" })).toMatchObject({
      min_seats: 12,
      decide_by,
      if_missed: "run",
      decided_at: null,
      sold_lately: 0,
    });
    expect((await run())?.decideBy).toEqual(due(5));
  });

  it("is asked about from seven days before, and no more once it has its people, is decided, cancelled or over", async () => {
    await needs({ decideBy: due(8) });
    expect(await asked()).toEqual([]);
    ctx.clock.now = riyadhInstant(addDays(today, 1), "16:00");
    expect(await asked()).toEqual([runId]);
    const dashboard = await readDashboard(ctx.asStaff("training"));
    expect(dashboard.decide).toMatchObject({ count: 1, items: [{ id: runId, min_seats: 12, seats_sold: 0 }] });
    await needs({ minSeats: 2 });
    await paidOrders(ctx, 2, { runId });
    expect(await asked()).toEqual([]);
    await needs({ minSeats: 3 });
    expect(await asked()).toEqual([runId]);
    await needs({ minSeats: 3, cancelledAt: ctx.now() });
    expect(await asked()).toEqual([]);
  });

  it("goes ahead by a decision, once and in the audit log; another number is asked about anew", async () => {
    await expect(runAnyway(ctx.asStaff("auditor"), { runId })).rejects.toMatchObject({ status: 403 });
    await expect(runAnyway(ctx.asStaff("training"), { runId })).rejects.toMatchObject({ status: 409 });
    await needs({ decideBy: due(3) });
    const decided = await Promise.all([1, 2].map(() => training.call(`POST runs/${runId}/run-anyway`)));
    expect(decided.map(({ status }) => status)).toEqual([200, 200]);
    expect(await asked()).toEqual([]);
    const events = await ctx.db.execute(sql`select after from audit_event where action = 'run.goes-ahead'`);
    expect(events.rows).toEqual([{ after: { minSeats: 12, seatsSold: 0 } }]);
    const { version } = (await training.call(`GET runs/${runId}`)).body as { version: number };
    const again = { min_seats: 10, decide_by: `${addDays(today, 4)}T16:00`, version };
    await training.call(`PUT runs/${runId}`, { ...fields, ...again });
    expect(await asked()).toEqual([runId]);
  });

  it("without a decision at the hour does what it says: it takes place, or goes on being asked about", async () => {
    await needs({ decideBy: due(3), ifMissed: "run" });
    ctx.clock.now = new Date(due(3).getTime() - 1);
    await decideRuns(ctx);
    expect((await run())?.decidedAt).toBeNull();
    ctx.clock.now = due(3);
    await Promise.all([decideRuns(ctx), decideRuns(ctx)]);
    expect((await run())?.decidedAt).toEqual(due(3));
    await needs({ decidedAt: null, ifMissed: "ask" });
    await decideRuns(ctx);
    expect((await run())?.decidedAt).toBeNull();
    expect(await asked()).toEqual([runId]);
  });

  it("is moved with its decision, which is asked for anew", async () => {
    await needs({ decideBy: due(3), decidedAt: ctx.now() });
    const startDate = addDays(today, startsIn + 30);
    const place = { venueEng: "Training centre, Riyadh", venueAr: null };
    await moveRun(ctx.asStaff("training"), { runId, startDate, endDate: startDate, ...place });
    expect(await run()).toMatchObject({ decideBy: due(33), decidedAt: null });
  });
});
