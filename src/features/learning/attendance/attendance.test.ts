/** The rule of full attendance, and the attendance list of a run. */
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { readSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { bookPlace, paidOrders } from "#test/paid-order.ts";
import { isFullAttendance, type Mark } from "./attendance.ts";
import { listRunAttendance, readAttendance } from "./attendance.server.ts";

describe("full attendance", () => {
  const mark = (sessionId: number, state: Mark["state"], lateMinutes: number | null = null): Mark => ({
    sessionId,
    state,
    lateMinutes,
  });
  const isFull = (...marks: Mark[]) => isFullAttendance([1, 2], marks, 15);

  it("T-04 is not earned if a session is absent, excused, unmarked, or late by more than the run allows", () => {
    for (const second of [mark(2, "absent"), mark(2, "excused"), mark(2, "late", 16)])
      expect(isFull(mark(1, "present"), second), second.state).toBe(false);
    expect(isFull(mark(1, "present"))).toBe(false);
    // The second mark is of a session that the run no longer has.
    expect(isFull(mark(1, "present"), mark(3, "present"))).toBe(false);
    expect(isFullAttendance([], [], 15)).toBe(false);
  });

  it("T-04 is earned when every session is present, or late within the limit", () => {
    expect(isFull(mark(1, "present"), mark(2, "present"))).toBe(true);
    expect(isFull(mark(2, "late", 15), mark(1, "late", 1))).toBe(true);
    expect(isFullAttendance([1], [mark(1, "late", 1)], 0)).toBe(false);
  });
});

describeOnDatabase("attendance of a run", (open) => {
  let ctx: TestCtx;
  let runId: number;
  let sessions: number[];
  const findHuda = () => ctx.db.execute(sql`select id from enrolment where attendee_email = 'huda@example.com'`);

  beforeEach(async () => {
    ctx = testContext(await open());
    runId = (await makeRun(ctx.db, (await makeCourse(ctx.db, { name_eng: "Sepsis" })).id)).id;
    const [orderId = 0] = await paidOrders(ctx, 1, { runId });
    await bookPlace(ctx, { orderId, runId, seat: 1, name: "Huda Salem", email: "huda@example.com" });
    await bookPlace(ctx, { orderId, runId, seat: 2, name: "Badr Omar", email: "badr@example.com" });
    sessions = ((await readSessions(ctx, [runId])).get(runId) ?? []).flatMap(({ id = 0 }) => id);
    for (const session of sessions)
      await ctx.db.execute(sql`
        insert into attendance_mark (enrolment_id, session_id, state, way, marked_at, recorded_at, marked_by_id, marked_by_name)
        select id, ${session}, 'present', 'door', now(), now(), 'staff-support', 'Huda A.'
        from enrolment where attendee_email = 'huda@example.com'`);
  });

  it("T-04 rejects reading attendance without the permission, or of an unknown run", async () => {
    await expect(readAttendance(ctx, { runId })).rejects.toMatchObject({ status: 401 });
    for (const role of ["content", "finance"] as const)
      await expect(readAttendance(ctx.asStaff(role), { runId })).rejects.toMatchObject({ status: 403 });
    await expect(readAttendance(ctx.asStaff("auditor"), { runId: 999 })).rejects.toMatchObject({ status: 404 });
  });

  it("T-04 lists confirmed seats with their marks and whether the hours are earned, but no cancelled seat", async () => {
    const [{ id: hudasSeat = 0 } = {}] = (await findHuda()).rows as { id: number }[];
    const [first] = await listRunAttendance(ctx, runId);
    expect(first).toMatchObject({
      enrolmentId: hudasSeat,
      full: true,
      marks: sessions.map((sessionId) => ({ sessionId, state: "present", way: "door", markedByName: "Huda A." })),
    });
    const { rows, sessions: sessionRows } = await readAttendance(ctx.asStaff("support"), { runId });
    expect(rows).toMatchObject([
      { name: "Badr Omar", full: false, marks: [] },
      { name: "Huda Salem", full: true, marks: [{ markedBy: "Huda A." }, {}] },
    ]);
    expect(sessionRows.map(({ isOpen }) => isOpen)).toEqual([false, false]);
    await ctx.db.execute(
      sql`update enrolment set state = 'cancelled', ended_at = now() where attendee_email = 'huda@example.com'`,
    );
    expect(await listRunAttendance(ctx, runId)).toMatchObject([{ full: false }]);
  });
});
