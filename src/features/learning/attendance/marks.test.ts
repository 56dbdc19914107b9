/** Marks by hand: rejections first, then who may change what and when, and undo. */
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { cancelSeat } from "#features/seats/person-of-seat.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { cancelRunNow } from "#test/run-changes.ts";
import { riyadh, findSeat, taughtRun, taughtDays, type TaughtRun } from "#test/taught-run.ts";
import { listRunAttendance } from "./attendance.server.ts";
import { readAttendanceHistory } from "./history.server.ts";
import { markAttendance, undoAttendance, type MarkChange } from "./marks.server.ts";

const present = { state: "present", lateMinutes: null } as const;
const absent = { state: "absent", lateMinutes: null } as const;
const late = { state: "late", lateMinutes: 20 } as const;

describeOnDatabase("attendance by hand", (open) => {
  let ctx: TestCtx;
  let support: TestCtx;
  let run: TaughtRun;
  let huda: number;
  let badr: number;

  beforeEach(async () => {
    ctx = testContext(await open());
    support = ctx.asStaff("support");
    run = await taughtRun(ctx, ["Huda Salem", "Badr Omar"]);
    huda = (await findSeat(ctx, run.runId, "Huda Salem")).id;
    badr = (await findSeat(ctx, run.runId, "Badr Omar")).id;
  });
  const toMark = (enrolmentId: number, mark: MarkChange["mark"], seen?: MarkChange["seen"], day = 0): MarkChange => ({
    enrolmentId,
    sessionId: run.sessions[day] ?? 0,
    mark,
    ...(seen === undefined ? {} : { seen }),
  });
  const mark = (marks: MarkChange[], more: { by?: TestCtx; key?: string; reason?: string } = {}) => {
    const { by = support, key = crypto.randomUUID(), ...rest } = more;
    return markAttendance(by, { runId: run.runId, key, marks, ...rest });
  };
  const readMarks = async () =>
    (await listRunAttendance(ctx, run.runId)).map(({ marks }) => marks.map(({ state, way }) => `${state} ${way}`));
  const readEvents = async () =>
    (await ctx.db.execute(sql`select action, actor_id as by, before, after from audit_event order by id`)).rows;

  describe("refusals", () => {
    it("T-04 rejects marks and undo without the permission", async () => {
      await expect(mark([toMark(huda, present)], { by: ctx })).rejects.toMatchObject({ status: 401 });
      for (const role of ["auditor", "finance", "content"] as const) {
        const by = ctx.asStaff(role);
        await expect(mark([toMark(huda, present)], { by })).rejects.toMatchObject({ status: 403 });
        const undo = undoAttendance(by, { runId: run.runId, key: crypto.randomUUID() });
        await expect(undo).rejects.toMatchObject({ status: 403 });
      }
    });

    it("T-04 rejects a cancelled or repeated seat, and a seat or session of another run; writes nothing", async () => {
      const other = await taughtRun(ctx, ["Mona Ali"]);
      const mona = (await findSeat(ctx, other.runId, "Mona Ali")).id;
      await inTransaction(ctx, (ctx) => cancelSeat(ctx, badr));
      const foreign = { ...toMark(huda, present), sessionId: other.sessions[0] };
      const wrong = [
        toMark(huda, present),
        toMark(badr, present),
        toMark(mona, present),
        foreign,
        toMark(huda, absent),
      ];
      await expect(mark(wrong)).rejects.toMatchObject({
        status: 422,
        fields: {
          "marks.1.enrolment_id": [expect.any(String)],
          "marks.2.enrolment_id": [expect.any(String)],
          "marks.3.session_id": [expect.any(String)],
          "marks.4.enrolment_id": [expect.any(String)],
        },
      });
      expect(await readMarks()).toEqual([[]]);
      const noRun = markAttendance(support, { runId: 99_999, key: crypto.randomUUID(), marks: [] });
      await expect(noRun).rejects.toMatchObject({ status: 404 });
    });

    it("T-04 accepts marks from an hour before a session by the server's clock, none for a cancelled run", async () => {
      ctx.clock.now = riyadh("07:59");
      await expect(mark([toMark(huda, present)])).rejects.toMatchObject({ status: 409 });
      ctx.clock.now = riyadh("08:00");
      await expect(mark([toMark(huda, present), toMark(huda, present, undefined, 1)])).rejects.toMatchObject({
        status: 409,
      });
      await mark([toMark(huda, present)]);
      await cancelRunNow(ctx.asStaff("owner"), { runId: run.runId });
      await expect(mark([toMark(huda, absent)])).rejects.toMatchObject({ status: 409 });
    });

    it("T-04 a correction more than seven days after the session, or after a certificate, requires a reason", async () => {
      await mark([toMark(huda, present)]);
      ctx.clock.now = riyadh("15:30", "2026-11-29");
      await mark([toMark(huda, absent)]);
      ctx.clock.now = riyadh("15:31", "2026-11-29");
      const withoutReason = { status: 422, fields: { reason: [expect.any(String)] } };
      await expect(mark([toMark(huda, present)])).rejects.toMatchObject(withoutReason);
      await mark([toMark(huda, present)], { reason: "The signed sheet says so" });
      ctx.clock.now = riyadh("16:00", taughtDays[1]);
      await mark([toMark(badr, present)]);
      await ctx.db.execute(sql`
        insert into certificate (number, enrolment_id, run_id, holder, activity, issuer, wording, issued_at)
        values ('NH-2026-AAAA-AAAA', ${badr}, ${run.runId}, '{}', '{}', '{}', 1, now())`);
      await expect(mark([toMark(badr, absent)])).rejects.toMatchObject(withoutReason);
      await mark([toMark(badr, absent)], { reason: "Left at ten" });
      expect((await readEvents()).at(-1)).toMatchObject({
        after: { reason: "Left at ten", mark: { state: "absent" } },
      });
    });

    it("T-04 rejects a change based on an outdated mark, and returns the current one", async () => {
      await mark([toMark(huda, late, null)]);
      const owner = ctx.asStaff("owner");
      const stale = mark([toMark(badr, present, null), toMark(huda, absent, null)], { by: owner });
      await expect(stale).rejects.toMatchObject({
        status: 409,
        texts: {
          current: [{ enrolmentId: huda, state: "late", lateMinutes: 20, markedBy: "Staff support" }],
        },
      });
      expect(await readMarks()).toEqual([["late list"], []]);
      // The same mark again is no change, whichever mark the caller saw.
      expect(await mark([toMark(huda, late, null)], { by: owner })).toEqual({ changed: 0 });
      expect(await mark([toMark(huda, absent, late)], { by: owner })).toEqual({ changed: 1 });
    });
  });

  it("T-04 many marks are saved at once; the same key twice is one change", async () => {
    const key = crypto.randomUUID();
    const twoChanges = [toMark(huda, present), toMark(badr, { state: "excused", lateMinutes: null })];
    expect(await mark(twoChanges, { key })).toEqual({ changed: 2 });
    expect(await mark([toMark(huda, absent), toMark(badr, absent)], { key })).toEqual({ changed: 2 });
    expect(await readMarks()).toEqual([["present list"], ["excused list"]]);
    expect(await readEvents()).toHaveLength(2);
  });

  it("T-04 every change is in the audit log with person, old and new mark", async () => {
    await mark([toMark(huda, late)]);
    await mark([toMark(huda, null)]);
    const seat = { seatId: huda, sessionId: run.sessions[0] };
    const was = { state: "late", lateMinutes: 20, way: "list", markedAt: ctx.now().toISOString() };
    const by = "staff-support";
    expect(await readEvents()).toEqual([
      { action: "attendance.marked", by, before: { ...seat, mark: null }, after: { ...seat, mark: was } },
      { action: "attendance.marked", by, before: { ...seat, mark: was }, after: { ...seat, mark: null } },
    ]);
  });

  it("T-04 shows old and new marks, newest first, to those who may read attendance", async () => {
    for (const role of ["content", "finance"] as const)
      await expect(readAttendanceHistory(ctx.asStaff(role), run)).rejects.toMatchObject({ status: 403 });
    await expect(readAttendanceHistory(support, { runId: 99_999 })).rejects.toMatchObject({ status: 404 });
    const other = await taughtRun(ctx, ["Mona Ali"]);
    const mona = { enrolmentId: (await findSeat(ctx, other.runId, "Mona Ali")).id, sessionId: other.sessions[0] };
    await markAttendance(support, { runId: other.runId, key: crypto.randomUUID(), marks: [{ ...mona, mark: absent }] });
    await mark([toMark(huda, late), toMark(badr, present)]);
    const key = crypto.randomUUID();
    await mark([toMark(huda, absent)], { by: ctx.asStaff("owner"), key });
    await undoAttendance(ctx.asStaff("owner"), { runId: run.runId, key });
    const { changes } = await readAttendanceHistory(ctx.asStaff("auditor"), run);
    const was = { state: "late", lateMinutes: 20, attendedMinutes: null, way: "list" };
    expect(changes).toMatchObject([
      {
        name: "Huda Salem",
        from: was,
        to: { state: "absent" },
        changedBy: "Staff owner",
        undoneAt: expect.any(String),
      },
      { name: "Badr Omar", from: null, to: { state: "present" }, changedBy: "Staff support", undoneAt: null },
      { name: "Huda Salem", from: null, to: was, sessionAt: riyadh("09:00").toISOString() },
    ]);
    expect(changes[1]?.key).toBe(changes[2]?.key);
  });

  describe("undo", () => {
    const undo = (key: string, by = support) => undoAttendance(by, { runId: run.runId, key });

    it("T-04 rejects another person's change, an unknown one, one older than five minutes, and one changed since", async () => {
      const key = crypto.randomUUID();
      await mark([toMark(huda, present)], { key });
      await expect(undo(key, ctx.asStaff("owner"))).rejects.toMatchObject({ status: 404 });
      await expect(undo(crypto.randomUUID())).rejects.toMatchObject({ status: 404 });
      ctx.clock.now = riyadh("08:36");
      await expect(undo(key)).rejects.toMatchObject({ status: 409 });
      const second = crypto.randomUUID();
      await mark([toMark(huda, absent)], { key: second });
      ctx.clock.now = riyadh("08:37");
      await mark([toMark(huda, late)]);
      await expect(undo(second)).rejects.toMatchObject({ status: 409 });
      expect(await readMarks()).toEqual([["late list"], []]);
    });

    it("T-04 restores the old mark and its author once; repeating the undo or the change has no effect", async () => {
      await markAttendance(ctx.asStaff("owner"), {
        runId: run.runId,
        key: crypto.randomUUID(),
        marks: [toMark(huda, present)],
        way: "import",
      });
      const key = crypto.randomUUID();
      await mark([toMark(huda, absent), toMark(badr, absent)], { key });
      await undo(key);
      await undo(key);
      await mark([toMark(huda, absent), toMark(badr, absent)], { key });
      const [first, second] = await listRunAttendance(ctx, run.runId);
      expect(first?.marks).toMatchObject([{ state: "present", way: "import", markedByName: "Staff owner" }]);
      expect(second?.marks).toEqual([]);
      expect((await readEvents()).map(({ action }) => action)).toEqual([
        ...Array.from({ length: 3 }, () => "attendance.marked"),
        "attendance.undone",
        "attendance.undone",
      ]);
    });
  });
});
