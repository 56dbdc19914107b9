import { desc, eq } from "drizzle-orm";
import { runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { requireRun } from "#features/catalogue/schedule/run-changes.server.ts";
import { readDisplayNames } from "#features/staff/names.server.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { attendanceChanges, type StoredMark } from "./tables.server.ts";

/** Maximum number of changes in a reply. */
const maxChanges = 500;

const toWireMark = (mark: StoredMark | null) =>
  mark && {
    state: mark.state,
    lateMinutes: mark.lateMinutes,
    attendedMinutes: mark.attendedMinutes,
    way: mark.way,
  };

/**
 * Lists the changes of attendance marks in a run, newest first: who changed which mark, and the marks before and after.
 * Changes that share a key came from one request. Throws NotFound.
 */
export async function readAttendanceHistory(ctx: Ctx, { runId }: { runId: number }) {
  requirePermission(ctx, readAttendanceHistory.permission);
  await requireRun(ctx, runId);
  const rows = await ctx.db
    .select({ change: attendanceChanges, name: enrolments.attendeeName, startsAt: runSessions.startsAt })
    .from(attendanceChanges)
    .innerJoin(enrolments, eq(enrolments.id, attendanceChanges.enrolmentId))
    .leftJoin(runSessions, eq(runSessions.id, attendanceChanges.sessionId))
    .where(eq(enrolments.runId, runId))
    .orderBy(desc(attendanceChanges.id))
    .limit(maxChanges);
  const names = await readDisplayNames(
    ctx,
    rows.map(({ change }) => change.changedById),
  );
  return {
    runId,
    changes: rows.map(({ change, name, startsAt }) => ({
      id: change.id,
      key: change.key,
      enrolmentId: change.enrolmentId,
      name,
      sessionAt: startsAt?.toISOString() ?? null,
      from: toWireMark(change.before),
      to: toWireMark(change.after),
      changedAt: change.changedAt.toISOString(),
      // When the colleague's account no longer exists, the mark still stores the name.
      changedBy: names.get(change.changedById) ?? change.after?.markedByName ?? null,
      undoneAt: change.undoneAt?.toISOString() ?? null,
    })),
  };
}
readAttendanceHistory.permission = "attendance.read" as const;
