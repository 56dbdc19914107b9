import { and, eq, inArray, sql } from "drizzle-orm";
import { courseRuns, runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { users } from "#features/people/tables.server.ts";
import { certificates } from "#features/learning/certificates/tables.server.ts";
import { audit, type AuditEntry } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requirePermission, requireStaff, type Ctx } from "#platform/context.server.ts";
import { Conflict, EditConflict, ValidationError, type FieldMap } from "#platform/errors.ts";
import { getProblemMessage } from "#platform/http/fields.server.ts";
import { m } from "#messages";
import { needsReason, getOpeningTime, type MarkState, type MarkWay } from "./attendance.ts";
import { attendanceChanges, attendanceMarks, type StoredMark } from "./tables.server.ts";

type Row = typeof attendanceMarks.$inferSelect;

/** A mark as callers send it. */
export interface MarkValue {
  state: MarkState;
  lateMinutes: number | null;
  /** Minutes attended, when imported from a file of participants. */
  attendedMinutes?: number | null;
}

export interface MarkChange {
  enrolmentId: number;
  sessionId: number;
  /** The new mark; null removes the mark. */
  mark: MarkValue | null;
  /** The mark that the caller saw, to detect a change by someone else; absent to overwrite any mark. */
  seen?: MarkValue | null | undefined;
}

/** Converts a database row to the format in which changes store marks. */
export const toStoredMark = ({
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

/** Whether two marks have the same state and late minutes, which is all that `seen` of a change contains. */
const hasSameState = (a: MarkValue | null, b: MarkValue | null): boolean =>
  a?.state === b?.state && (a?.lateMinutes ?? null) === (b?.lateMinutes ?? null);

const isSameMark = (a: MarkValue | null, b: MarkValue | null): boolean =>
  hasSameState(a, b) && (a?.attendedMinutes ?? null) === (b?.attendedMinutes ?? null);

const getMarkKey = ({ enrolmentId, sessionId }: { enrolmentId: number; sessionId: number }) =>
  `${enrolmentId} ${sessionId}`;

/**
 * Locks enrolments of a run in order of id. Other changes of these people's marks, cancellations and transfers wait for
 * the transaction.
 */
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
export async function lockSessions(ctx: Ctx, runId: number) {
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

/** Reads the changes of the request with this key. A repeated request has the same key. */
export async function readMarkChanges(ctx: Ctx, key: string) {
  return ctx.db.select().from(attendanceChanges).where(eq(attendanceChanges.key, key)).orderBy(attendanceChanges.id);
}

interface WrittenMark {
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
    written: readonly WrittenMark[];
    action: "attendance.marked" | "attendance.undone" | "attendance.let-in";
    reason?: string;
    /** Returns the account id of the person whom the reason may be about, by enrolment. */
    getPersonId: (enrolmentId: number) => string;
  },
): Promise<void> {
  const { runId, key, written, action, reason, getPersonId } = input;
  if (written.length === 0) return;
  const newMarks = written.flatMap(({ after, ...change }) => (after ? [{ ...change, ...toColumns(after) }] : []));
  if (newMarks.length > 0)
    await ctx.db
      .insert(attendanceMarks)
      .values(newMarks.map(({ before: _before, ...row }) => row))
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
  for (const [sessionId, clearedInSession] of Map.groupBy(cleared, (change) => change.sessionId))
    await ctx.db.delete(attendanceMarks).where(
      and(
        eq(attendanceMarks.sessionId, sessionId),
        inArray(
          attendanceMarks.enrolmentId,
          clearedInSession.map((change) => change.enrolmentId),
        ),
      ),
    );
  if (action === "attendance.undone")
    await ctx.db.update(attendanceChanges).set({ undoneAt: ctx.now() }).where(eq(attendanceChanges.key, key));
  else {
    const provenance = { key, changedAt: ctx.now(), changedById: requireStaff(ctx).id };
    await ctx.db.insert(attendanceChanges).values(written.map((change) => ({ ...change, ...provenance })));
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

/** Returns those of the enrolments that have or had a certificate. */
async function findCertified(ctx: Ctx, ids: readonly number[]): Promise<Set<number>> {
  const rows = await ctx.db
    .select({ id: certificates.enrolmentId })
    .from(certificates)
    .where(inArray(certificates.enrolmentId, [...ids]));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Saves marks of people in a run, from the list or from a file: all or none, and once per key. Does not overwrite what
 * someone else has changed meanwhile. Throws NotFound, ValidationError (by `marks.N.field`; `reason` for a session that
 * ended more than seven days ago and for people with a certificate), EditConflict (`current` has the present marks) and
 * Conflict (the run is cancelled, or marking of a session is not open yet).
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
    const earlierChanges = await readMarkChanges(ctx, key);
    if (earlierChanges.length > 0) return { changed: earlierChanges.length };
    const sessions = new Map((await lockSessions(ctx, runId)).map((session) => [session.id, session]));
    const errors: FieldMap = {};
    const markKeys = new Set<string>();
    for (const [index, mark] of marks.entries()) {
      if (!sessions.has(mark.sessionId)) errors[`marks.${index}.session_id`] = [getProblemMessage("choice", locale)];
      if (seats.get(mark.enrolmentId)?.seat.state !== "confirmed")
        errors[`marks.${index}.enrolment_id`] = [m.attendance_no_seat({}, { locale })];
      if (markKeys.has(getMarkKey(mark)))
        errors[`marks.${index}.enrolment_id`] = [getProblemMessage("repeated", locale)];
      markKeys.add(getMarkKey(mark));
    }
    if (Object.keys(errors).length > 0) throw new ValidationError(errors);
    const getSession = (id: number) => sessions.get(id) as typeof runSessions.$inferSelect;
    if (marks.some(({ sessionId }) => getOpeningTime(getSession(sessionId).startsAt) > ctx.now()))
      throw new Conflict(m.attendance_not_open({}, { locale }));
    const before = await readMarks(ctx, ids);
    const changes = marks.filter((change) => !isSameMark(before.get(getMarkKey(change)) ?? null, change.mark));
    const conflicts = changes.filter(
      ({ seen, ...change }) => seen !== undefined && !hasSameState(before.get(getMarkKey(change)) ?? null, seen),
    );
    if (conflicts.length > 0) {
      const current = conflicts.map((change) => ({
        enrolmentId: change.enrolmentId,
        sessionId: change.sessionId,
        state: before.get(getMarkKey(change))?.state ?? null,
        lateMinutes: before.get(getMarkKey(change))?.lateMinutes ?? null,
        markedBy: before.get(getMarkKey(change))?.markedByName ?? null,
      }));
      throw new EditConflict(m.attendance_changed_meanwhile({}, { locale }), { current, yours: {} });
    }
    const certified = reason === "" ? await findCertified(ctx, ids) : new Set<number>();
    const isReasonMissing = changes.some(
      (change) => certified.has(change.enrolmentId) || needsReason(getSession(change.sessionId).endsAt, ctx.now()),
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
        const existingMark = before.get(getMarkKey({ enrolmentId, sessionId }));
        return {
          enrolmentId,
          sessionId,
          before: existingMark ? toStoredMark(existingMark) : null,
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
 * Undoes the caller's changes with this key, all or none. Does nothing when they are undone already. Throws NotFound
 * (no such change by the caller), Conflict (too long ago, or changed since).
 */
export async function undoAttendance(ctx: Ctx, { runId, key }: { runId: number; key: string }): Promise<void> {
  requirePermission(ctx, undoAttendance.permission);
  const staff = requireStaff(ctx);
  await inTransaction(ctx, async (ctx) => {
    const markChanges = await readMarkChanges(ctx, key);
    const ids = [...new Set(markChanges.map(({ enrolmentId }) => enrolmentId))];
    const seats = new Map((await lockEnrolments(ctx, runId, ids)).map((row) => [row.seat.id, row]));
    // Read again under the lock, because another request may have undone the changes meanwhile.
    const changes = await readMarkChanges(ctx, key);
    if (changes.length === 0 || seats.size < ids.length || changes.some((change) => change.changedById !== staff.id))
      throw noSuchRecord(ctx);
    if (changes.every(({ undoneAt }) => undoneAt !== null)) return;
    const isLate = changes.some(({ changedAt }) => ctx.now().getTime() - changedAt.getTime() > undoMinutes * 60_000);
    if (isLate) throw new Conflict(m.attendance_undo_late({}, { locale: ctx.locale }));
    const currentMarks = await readMarks(ctx, ids);
    const toVersion = (mark: StoredMark | null) => mark && `${mark.state} ${mark.lateMinutes} ${mark.recordedAt}`;
    const hasChangedSince = changes.some((change) => {
      const row = currentMarks.get(getMarkKey(change));
      return toVersion(row ? toStoredMark(row) : null) !== toVersion(change.after);
    });
    if (hasChangedSince) throw new Conflict(m.attendance_changed_meanwhile({}, { locale: ctx.locale }));
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
