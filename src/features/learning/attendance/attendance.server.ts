import { and, asc, eq } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { courseRuns, runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { rosterRows } from "#features/seats/roster/roster.server.ts";
import { readDisplayNames } from "#features/staff/names.server.ts";
import { noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { isFullAttendance, getOpeningTime, type Mark, type MarkWay } from "./attendance.ts";
import { attendanceMarks } from "./tables.server.ts";

export interface RecordedMark extends Mark {
  /** Minutes attended, when imported from a file of participants. */
  attendedMinutes: number | null;
  way: MarkWay;
  markedAt: Date;
  markedById: string | null;
  markedByName: string | null;
}

export interface Attendance {
  enrolmentId: number;
  /** One per marked session, in the order of the sessions. */
  marks: RecordedMark[];
  /** Whether the attendee has earned the hours of the run (`isFullAttendance`). */
  full: boolean;
}

/** Reads a run with the data that attendance needs. Throws NotFound. */
async function requireTaughtRun(ctx: Ctx, runId: number) {
  const [run] = await ctx.db
    .select({
      id: courseRuns.id,
      nameEng: courses.name_eng,
      nameAr: courses.name_ar,
      delivery: courseRuns.delivery,
      timesConfirmed: courseRuns.timesConfirmed,
      cancelledAt: courseRuns.cancelledAt,
      lateMinutesAllowed: courseRuns.lateMinutesAllowed,
    })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(eq(courseRuns.id, runId));
  if (!run) throw noSuchRecord(ctx);
  const { id, startsAt, endsAt } = runSessions;
  const sessions = await ctx.db
    .select({ id, startsAt, endsAt })
    .from(runSessions)
    .where(eq(runSessions.runId, runId))
    .orderBy(asc(startsAt));
  return { ...run, sessions };
}

async function listAttendance(
  ctx: Ctx,
  run: { id: number; lateMinutesAllowed: number; sessions: { id: number }[] },
): Promise<Attendance[]> {
  const { enrolmentId, sessionId, state, lateMinutes, attendedMinutes, way, markedAt, markedById, markedByName } =
    attendanceMarks;
  const rows = await ctx.db
    .select({
      enrolmentId: enrolments.id,
      mark: { sessionId, state, lateMinutes, attendedMinutes, way, markedAt, markedById, markedByName },
    })
    .from(enrolments)
    .leftJoin(attendanceMarks, eq(enrolmentId, enrolments.id))
    .leftJoin(runSessions, eq(runSessions.id, sessionId))
    .where(and(eq(enrolments.runId, run.id), eq(enrolments.state, "confirmed")))
    .orderBy(asc(enrolments.id), asc(runSessions.startsAt));
  const sessionIds = run.sessions.map(({ id }) => id);
  return [...Map.groupBy(rows, (row) => row.enrolmentId)].map(([enrolmentId, markRows]) => {
    const marks = markRows.flatMap(({ mark }) => mark ?? []);
    return { enrolmentId, marks, full: isFullAttendance(sessionIds, marks, run.lateMinutesAllowed) };
  });
}

/**
 * Lists the confirmed enrolments of a run with their marks, for other features and jobs. Callers check the
 * permission. Throws NotFound.
 */
export async function listRunAttendance(ctx: Ctx, runId: number): Promise<Attendance[]> {
  return listAttendance(ctx, await requireTaughtRun(ctx, runId));
}

/** Reads the attendance of a run for staff, by name. Throws NotFound. */
export async function readAttendance(ctx: Ctx, { runId }: { runId: number }) {
  requirePermission(ctx, readAttendance.permission);
  const run = await requireTaughtRun(ctx, runId);
  const attendance = new Map((await listAttendance(ctx, run)).map((item) => [item.enrolmentId, item]));
  const people = await rosterRows(ctx, runId, eq(enrolments.state, "confirmed"));
  const markers = [...attendance.values()].flatMap(({ marks }) => marks.map(({ markedById }) => markedById));
  const names = await readDisplayNames(ctx, markers);
  return {
    runId: run.id,
    name_eng: run.nameEng,
    name_ar: run.nameAr,
    delivery: run.delivery,
    timesConfirmed: run.timesConfirmed,
    cancelled: run.cancelledAt !== null,
    lateMinutesAllowed: run.lateMinutesAllowed,
    now: ctx.now().toISOString(),
    sessions: run.sessions.map(({ id, startsAt, endsAt }) => ({
      id,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      opensAt: getOpeningTime(startsAt).toISOString(),
      isOpen: getOpeningTime(startsAt) <= ctx.now(),
    })),
    rows: people.map(({ id, name, name_other, orderId }) => {
      const { marks = [], full = false } = attendance.get(id) ?? {};
      return {
        id,
        name,
        name_other,
        orderId,
        full,
        marks: marks.map((mark) => ({
          sessionId: mark.sessionId,
          state: mark.state,
          lateMinutes: mark.lateMinutes,
          attendedMinutes: mark.attendedMinutes,
          way: mark.way,
          markedAt: mark.markedAt.toISOString(),
          markedBy: names.get(mark.markedById) ?? mark.markedByName,
        })),
      };
    }),
  };
}
readAttendance.permission = "attendance.read" as const;
