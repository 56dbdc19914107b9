import { and, eq, inArray, sql } from "drizzle-orm";
import { courseRuns, runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { users } from "#features/people/tables.server.ts";
import { certificates } from "#features/learning/certificates/tables.server.ts";
import { audit, type AuditEntry } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requirePermission, requireStaff, type Ctx } from "#platform/context.server.ts";
import { Conflict, EditConflict, ValidationError, type FieldMap } from "#platform/errors.ts";
import { fieldText } from "#platform/http/fields.server.ts";
import { m } from "#messages";
import { needsReason, opensAt, type MarkState, type MarkWay } from "./attendance.ts";
import { attendanceChanges, attendanceMarks, type StoredMark } from "./tables.server.ts";

type Row = typeof attendanceMarks.$inferSelect;

/** The new mark; null removes it. */
export interface MarkValue {
  state: MarkState;
  lateMinutes: number | null;
  /** Minutes attended, when imported from a file of participants. */
  attendedMinutes?: number | null;
}

export interface MarkChange {
  enrolmentId: number;
  sessionId: number;
  mark: MarkValue | null;
  /** The mark that the writer saw; absent to overwrite any. */
  seen?: MarkValue | null | undefined;
}

/** Converts a mark to the form stored in changes. */
export const storedMark = ({
  enrolmentId: _enrolment,
  sessionId: _session,
  markedAt,
  recordedAt,
  ...mark
}: Row): StoredMark => ({
  ...mark,
  markedAt: markedAt.toISOString(),
  recordedAt: recordedAt.toISOString(),
});
const toColumns = ({ markedAt, recordedAt, ...mark }: StoredMark) => ({
  ...mark,
  markedAt: new Date(markedAt),
  recordedAt: new Date(recordedAt),
});

/** Whether a mark is still what someone saw. */
const isSeen = (one: MarkValue | null, other: MarkValue | null): boolean =>
  one?.state === other?.state && (one?.lateMinutes ?? null) === (other?.lateMinutes ?? null);

const isSameMark = (one: MarkValue | null, other: MarkValue | null): boolean =>
  isSeen(one, other) && (one?.attendedMinutes ?? null) === (other?.attendedMinutes ?? null);

const getMarkKey = ({ enrolmentId, sessionId }: { enrolmentId: number; sessionId: number }) =>
  `${enrolmentId} ${sessionId}`;

/** Locks enrolments of a run in order of id, so that changes of the same person, its cancellation or transfer wait. */
export async function lockEnrolments(ctx: Ctx, runId: number, ids: readonly number[]) {
  return ctx.db
    .select({ seat: enrolments, buyerId: orders.userId, accountName: users.nameOther })
    .from(enrolments)
    .innerJoin(orders, eq(orders.id, enrolments.orderId))
    .leftJoin(users, eq(users.id, enrolments.userId))
    .where(and(eq(enrolments.runId, runId), inArray(enrolments.id, [...ids])))
    .orderBy(enrolments.id)
    .for("update", { of: enrolments });
}

/** Locks the sessions of a run against removal until the transaction ends. */
export async function keepSessions(ctx: Ctx, runId: number) {
  return ctx.db
    .select()
    .from(runSessions)
    .where(eq(runSessions.runId, runId))
    .orderBy(runSessions.startsAt)
    .for("key share");
}

export async function readMarks(ctx: Ctx, ids: readonly number[]): Promise<Map<string, Row>> {
  const rows = await ctx.db
    .select()
    .from(attendanceMarks)
    .where(inArray(attendanceMarks.enrolmentId, [...ids]));
  return new Map(rows.map((row) => [getMarkKey(row), row]));
}

/** Reads what the requests with this key have changed; requests that share a key count as one. */
export async function readMarkChanges(ctx: Ctx, key: string) {
  return ctx.db.select().from(attendanceChanges).where(eq(attendanceChanges.key, key)).orderBy(attendanceChanges.id);
}

interface Written {
  enrolmentId: number;
  sessionId: number;
  before: StoredMark | null;
  after: StoredMark | null;
}

const toAuditMark = (mark: StoredMark | null) =>
  mark && {
    state: mark.state,
    ...(mark.lateMinutes === null ? {} : { lateMinutes: mark.lateMinutes }),
    way: mark.way,
    markedAt: mark.markedAt,
  };

/** Writes marks of locked enrolments, their changes and the audit entry, in the open transaction. */
export async function writeMarks(
  ctx: Ctx,
  input: {
    runId: number;
    key: string;
    written: readonly Written[];
    action: "attendance.marked" | "attendance.undone" | "attendance.let-in";
    reason?: string;
    /** Reads, by enrolment, the person whom the reason may be about. */
    getPersonId: (enrolmentId: number) => string;
  },
): Promise<void> {
  const { runId, key, written, action, reason, getPersonId } = input;
  if (written.length === 0) return;
  const marked = written.flatMap(({ after, ...where }) => (after ? [{ ...where, ...toColumns(after) }] : []));
  if (marked.length > 0)
    await ctx.db
      .insert(attendanceMarks)
      .values(marked.map(({ before: _before, ...row }) => row))
      .onConflictDoUpdate({
        target: [attendanceMarks.enrolmentId, attendanceMarks.sessionId],
        set: {
          state: sql`excluded.state`,
          lateMinutes: sql`excluded.late_minutes`,
          attendedMinutes: sql`excluded.attended_minutes`,
          way: sql`excluded.way`,
          markedAt: sql`excluded.marked_at`,
          recordedAt: sql`excluded.recorded_at`,
          markedById: sql`excluded.marked_by_id`,
          markedByName: sql`excluded.marked_by_name`,
        },
      });
  const cleared = written.filter(({ after }) => after === null);
  for (const [sessionId, ofSession] of Map.groupBy(cleared, (one) => one.sessionId))
    await ctx.db.delete(attendanceMarks).where(
      and(
        eq(attendanceMarks.sessionId, sessionId),
        inArray(
          attendanceMarks.enrolmentId,
          ofSession.map((one) => one.enrolmentId),
        ),
      ),
    );
  if (action === "attendance.undone")
    await ctx.db.update(attendanceChanges).set({ undoneAt: ctx.now() }).where(eq(attendanceChanges.key, key));
  else {
    const by = { key, changedAt: ctx.now(), changedById: requireStaff(ctx).id };
    await ctx.db.insert(attendanceChanges).values(written.map((one) => ({ ...one, ...by })));
  }
  const entries = written.map(({ enrolmentId, sessionId, before, after }): AuditEntry => {
    const seat = { seatId: enrolmentId, sessionId };
    return {
      action,
      entity: "run",
      entityId: runId,
      before: { ...seat, mark: toAuditMark(before) },
      after: { ...seat, mark: toAuditMark(after), ...(reason && { reason }) },
      ...(reason && { personal: { of: getPersonId(enrolmentId), paths: ["after.reason"] } }),
    };
  });
  await audit(ctx, ...entries);
}

/** Lists the enrolments that have or had a certificate. */
async function certified(ctx: Ctx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await ctx.db
    .select({ id: certificates.enrolmentId })
    .from(certificates)
    .where(inArray(certificates.enrolmentId, [...ids]));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Marks people of a run by hand or from a file, all or none, once per key. Does not overwrite what someone else has
 * changed meanwhile. Throws NotFound, ValidationError (by `marks.N.field`; `reason` for a session that ended more than
 * seven days ago and for people with a certificate), EditConflict (`current`: the present marks), Conflict (the run is
 * cancelled, a session has not opened).
 */
export async function markAttendance(
  ctx: Ctx,
  input: { runId: number; key: string; marks: readonly MarkChange[]; reason?: string; way?: MarkWay },
): Promise<{ changed: number }> {
  requirePermission(ctx, markAttendance.permission);
  const { runId, key, marks, reason = "", way = "list" } = input;
  const { id: markedById, name: markedByName } = requireStaff(ctx);
  const { locale } = ctx;
  return inTransaction(ctx, async (ctx) => {
    const [run] = await ctx.db.select().from(courseRuns).where(eq(courseRuns.id, runId));
    if (!run) throw noSuchRecord(ctx);
    if (run.cancelledAt !== null) throw new Conflict(m.schedule_run_cancelled({}, { locale }));
    const ids = [...new Set(marks.map(({ enrolmentId }) => enrolmentId))];
    const seats = new Map((await lockEnrolments(ctx, runId, ids)).map((row) => [row.seat.id, row]));
    const done = await readMarkChanges(ctx, key);
    if (done.length > 0) return { changed: done.length };
    const sessions = new Map((await keepSessions(ctx, runId)).map((session) => [session.id, session]));
    const wrong: FieldMap = {};
    const twice = new Set<string>();
    for (const [at, mark] of marks.entries()) {
      if (!sessions.has(mark.sessionId)) wrong[`marks.${at}.session_id`] = [fieldText("choice", locale)];
      if (seats.get(mark.enrolmentId)?.seat.state !== "confirmed")
        wrong[`marks.${at}.enrolment_id`] = [m.attendance_no_seat({}, { locale })];
      if (twice.has(getMarkKey(mark))) wrong[`marks.${at}.enrolment_id`] = [fieldText("repeated", locale)];
      twice.add(getMarkKey(mark));
    }
    if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
    const getSession = (id: number) => sessions.get(id) as typeof runSessions.$inferSelect;
    if (marks.some(({ sessionId }) => opensAt(getSession(sessionId).startsAt) > ctx.now()))
      throw new Conflict(m.attendance_not_open({}, { locale }));
    const before = await readMarks(ctx, ids);
    const changes = marks.filter((one) => !isSameMark(before.get(getMarkKey(one)) ?? null, one.mark));
    const meanwhile = changes.filter(
      ({ seen, ...one }) => seen !== undefined && !isSeen(before.get(getMarkKey(one)) ?? null, seen),
    );
    if (meanwhile.length > 0) {
      const current = meanwhile.map((one) => ({
        enrolment_id: one.enrolmentId,
        session_id: one.sessionId,
        state: before.get(getMarkKey(one))?.state ?? null,
        late_minutes: before.get(getMarkKey(one))?.lateMinutes ?? null,
        marked_by: before.get(getMarkKey(one))?.markedByName ?? null,
      }));
      throw new EditConflict(m.attendance_changed_meanwhile({}, { locale }), { current, yours: {} });
    }
    const issued = reason === "" ? await certified(ctx, ids) : new Set<number>();
    const isReasonMissing = changes.some(
      (one) => issued.has(one.enrolmentId) || needsReason(getSession(one.sessionId).endsAt, ctx.now()),
    );
    if (reason === "" && isReasonMissing) throw new ValidationError({ reason: [m.attendance_reason({}, { locale })] });
    const now = ctx.now().toISOString();
    const provenance = { way, markedAt: now, recordedAt: now, markedById, markedByName };
    await writeMarks(ctx, {
      runId,
      key,
      action: "attendance.marked",
      reason,
      getPersonId: (id) => seats.get(id)?.seat.userId ?? seats.get(id)?.buyerId ?? "",
      written: changes.map(({ enrolmentId, sessionId, mark }) => {
        const was = before.get(getMarkKey({ enrolmentId, sessionId }));
        return {
          enrolmentId,
          sessionId,
          before: was ? storedMark(was) : null,
          after: mark && { attendedMinutes: null, ...mark, ...provenance },
        };
      }),
    });
    return { changed: changes.length };
  });
}
markAttendance.permission = "attendance.write" as const;

/** How long a change can be undone by the person who made it; the screens offer it for 8 seconds. */
const undoMinutes = 5;

/**
 * Undoes what the caller changed with this key, all or none and once. Throws NotFound (no such change of the caller),
 * Conflict (too long ago, or changed since).
 */
export async function undoAttendance(ctx: Ctx, { runId, key }: { runId: number; key: string }): Promise<void> {
  requirePermission(ctx, undoAttendance.permission);
  const staff = requireStaff(ctx);
  await inTransaction(ctx, async (ctx) => {
    const markChanges = await readMarkChanges(ctx, key);
    const ids = [...new Set(markChanges.map(({ enrolmentId }) => enrolmentId))];
    const seats = new Map((await lockEnrolments(ctx, runId, ids)).map((row) => [row.seat.id, row]));
    // Read again under the lock.
    const changes = await readMarkChanges(ctx, key);
    if (changes.length === 0 || seats.size < ids.length || changes.some((one) => one.changedById !== staff.id))
      throw noSuchRecord(ctx);
    if (changes.every(({ undoneAt }) => undoneAt !== null)) return;
    const isLate = changes.some(({ changedAt }) => ctx.now().getTime() - changedAt.getTime() > undoMinutes * 60_000);
    if (isLate) throw new Conflict(m.attendance_undo_late({}, { locale: ctx.locale }));
    const now = await readMarks(ctx, ids);
    const asWritten = (mark: StoredMark | null) => mark && `${mark.state} ${mark.lateMinutes} ${mark.recordedAt}`;
    const isOther = changes.some((one) => {
      const row = now.get(getMarkKey(one));
      return asWritten(row ? storedMark(row) : null) !== asWritten(one.after);
    });
    if (isOther) throw new Conflict(m.attendance_changed_meanwhile({}, { locale: ctx.locale }));
    await writeMarks(ctx, {
      runId,
      key,
      action: "attendance.undone",
      getPersonId: () => "",
      written: changes.map(({ enrolmentId, sessionId, before, after }) => ({
        enrolmentId,
        sessionId,
        before: after,
        after: before,
      })),
    });
  });
}
undoAttendance.permission = "attendance.write" as const;
