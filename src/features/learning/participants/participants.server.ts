import { readFile } from "node:fs/promises";
import { and, eq, inArray } from "drizzle-orm";
import { courseRuns, runSessions } from "#features/catalogue/schedule/tables.server.ts";
import { getOpeningTime } from "#features/learning/attendance/attendance.ts";
import { markAttendance } from "#features/learning/attendance/marks.server.ts";
import { attendanceMarks } from "#features/learning/attendance/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { users } from "#features/people/tables.server.ts";
import { trainingSettings } from "#features/settings/settings.server.ts";
import { isolate } from "#i18n/isolate.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict, ValidationError } from "#platform/errors.ts";
import { getProblemMessage } from "#platform/http/fields.server.ts";
import type { UploadedFile } from "#platform/http/upload.server.ts";
import { getAccountKey, readInWorker } from "#platform/workers/run-in-worker.server.ts";
import { m } from "#messages";
import { maxLines, type FileProblem } from "./participants-file.server.ts";
import {
  countAttendedMinutes,
  checkTimes,
  isPresent,
  joinLines,
  joinVisits,
  createMatcher,
  maxUntimedMinutes,
  countMinutes,
  getSessionDay,
  type Visit,
} from "./participants.ts";

/** Reads a session whose marking is open. Throws NotFound, Conflict (not open yet, or the run is cancelled). */
async function requireSession(ctx: Ctx, sessionId: number) {
  const [row] = await ctx.db
    .select({ session: runSessions, cancelledAt: courseRuns.cancelledAt })
    .from(runSessions)
    .innerJoin(courseRuns, eq(courseRuns.id, runSessions.runId))
    .where(eq(runSessions.id, sessionId));
  if (!row) throw noSuchRecord(ctx);
  const { session, cancelledAt } = row;
  if (cancelledAt !== null) throw new Conflict(m.schedule_run_cancelled({}, { locale: ctx.locale }));
  if (getOpeningTime(session.startsAt) > ctx.now())
    throw new Conflict(m.attendance_not_open({}, { locale: ctx.locale }));
  return { ...session, span: { from: session.startsAt.getTime(), to: session.endsAt.getTime() } };
}

function getProblemText({ locale }: Ctx, problem: FileProblem): string {
  const texts: Record<FileProblem, () => string> = {
    "not-participants": () => m.attendance_file_not_participants({}, { locale }),
    long: () => m.attendance_file_too_long({ max: maxLines }, { locale }),
    wide: () => m.attendance_file_too_wide({}, { locale }),
    times: () => m.attendance_file_no_times({}, { locale }),
    hijri: () => m.attendance_file_hijri({}, { locale }),
  };
  return texts[problem]();
}

/** Lists the other sessions of a run whose marking is open, with their times. */
async function listOtherSessions(ctx: Ctx, { id, runId }: { id: number; runId: number }) {
  const rows = await ctx.db.select().from(runSessions).where(eq(runSessions.runId, runId));
  return rows
    .filter((session) => session.id !== id && getOpeningTime(session.startsAt) <= ctx.now())
    .map(({ id, startsAt, endsAt }) => ({ id, span: { from: startsAt.getTime(), to: endsAt.getTime() } }));
}

/**
 * Previews the import of a file from an online meeting: merges the rows of each person, matches people with the roster
 * and counts their minutes. Stores nothing. Throws NotFound, Conflict (not open yet, or the run is cancelled),
 * ValidationError on `file`.
 */
export async function previewParticipants(
  ctx: Ctx,
  { sessionId }: { sessionId: number },
  file: UploadedFile | undefined,
) {
  requirePermission(ctx, previewParticipants.permission);
  const session = await requireSession(ctx, sessionId);
  if (!file) throw new ValidationError({ file: [getProblemMessage("required", ctx.locale)] });
  const input = [await readFile(file.path), getSessionDay(session.span)] as const;
  const read = await readInWorker(ctx, "file", "participants-file", [...input], { account: getAccountKey(ctx) });
  if (typeof read === "string") throw new ValidationError({ file: [getProblemText(ctx, read)] });
  const participants = joinLines(read.lines);
  // The import would refuse more than a day in total for one person.
  const tooLong = participants.find(({ minutes }) => Math.round(minutes) > maxUntimedMinutes);
  if (tooLong) {
    const name = isolate(tooLong.name || tooLong.email);
    throw new ValidationError({ file: [m.attendance_file_over_a_day({ name }, { locale: ctx.locale })] });
  }
  const { id, attendeeName, attendeeNameOther, attendeeEmail } = enrolments;
  const { state, way } = attendanceMarks;
  const seats = await ctx.db
    .select({
      id,
      name: attendeeName,
      other: attendeeNameOther,
      email: attendeeEmail,
      accountOther: users.nameOther,
      accountName: users.name,
      accountEmail: users.email,
      state,
      way,
    })
    .from(enrolments)
    .leftJoin(users, eq(users.id, enrolments.userId))
    .leftJoin(attendanceMarks, and(eq(attendanceMarks.enrolmentId, id), eq(attendanceMarks.sessionId, sessionId)))
    .where(and(eq(enrolments.runId, session.runId), eq(enrolments.state, "confirmed")))
    .orderBy(id);
  const omitBlank = (...texts: (string | null)[]) => texts.filter((text) => text !== null && text !== "") as string[];
  const roster = seats.map((seat) => ({
    id: seat.id,
    names: omitBlank(seat.name, seat.other, seat.accountName, seat.accountOther),
    emails: omitBlank(seat.email, seat.accountEmail).map((email) => email.toLowerCase()),
  }));
  const { presentFromPercent } = await trainingSettings(ctx);
  const findMatch = createMatcher(roster);
  const hint = checkTimes(read.spans, session.span, await listOtherSessions(ctx, session));
  return {
    session: {
      id: session.id,
      runId: session.runId,
      startsAt: session.startsAt.toISOString(),
      endsAt: session.endsAt.toISOString(),
      minutes: Math.round(countMinutes(session.span)),
      presentFrom: Math.ceil((Math.round(countMinutes(session.span)) * presentFromPercent) / 100),
    },
    file: {
      name: file.name.slice(0, 200),
      encoding: read.encoding,
      rows: read.rows,
      merged: read.lines.length - participants.length,
      leftOut: read.leftOut,
    },
    hint: hint && { days: hint.days, sessionId: hint.sessionId, shiftHours: hint.shiftHours },
    people: participants.map((person) => {
      const match = findMatch(person);
      return {
        name: person.name,
        email: person.email,
        visits: joinVisits(person.visits).map(({ from, to }) => ({
          from: new Date(from).toISOString(),
          to: new Date(to).toISOString(),
        })),
        untimedMinutes: Math.round(person.minutes),
        minutes: countAttendedMinutes([person], session.span),
        enrolmentId: match?.id ?? null,
        match: match?.by ?? null,
      };
    }),
    roster: seats.map((seat) => ({
      id: seat.id,
      name: seat.name,
      name_other: seat.other ?? seat.accountOther,
      state: seat.state,
      isKept: seat.way !== null && seat.way !== "import",
    })),
  };
}
previewParticipants.permission = "attendance.write" as const;

export interface ImportedPerson {
  enrolmentId: number;
  visits: Visit[];
  /** Minutes of lines without times. */
  minutes: number;
}

/**
 * Imports a confirmed preview. Marks each person as present if they attended the percentage of the session that the
 * settings require, else as absent, and stores their minutes. Several rows of one person are merged. Does not change
 * marks from the door or the list (`kept` counts them). Imports once per key. Throws NotFound, and as `markAttendance`.
 */
export async function importParticipants(
  ctx: Ctx,
  input: { sessionId: number; key: string; people: readonly ImportedPerson[]; reason?: string },
): Promise<{ changed: number; kept: number }> {
  requirePermission(ctx, importParticipants.permission);
  const { sessionId, key, people, reason = "" } = input;
  const session = await requireSession(ctx, sessionId);
  const { presentFromPercent } = await trainingSettings(ctx);
  return inTransaction(ctx, async (ctx) => {
    const peopleBySeat = [...Map.groupBy(people, (person) => person.enrolmentId)];
    const ids = peopleBySeat.map(([id]) => id);
    const { enrolmentId, way } = attendanceMarks;
    const marked = await ctx.db
      .select({ enrolmentId, way })
      .from(attendanceMarks)
      .where(and(eq(attendanceMarks.sessionId, sessionId), inArray(enrolmentId, ids)));
    const manuallyMarked = new Set(marked.filter(({ way }) => way !== "import").map(({ enrolmentId }) => enrolmentId));
    const marks = peopleBySeat.flatMap(([enrolmentId, personEntries]) => {
      if (manuallyMarked.has(enrolmentId)) return [];
      const minutes = countAttendedMinutes(personEntries, session.span);
      const state = isPresent(minutes, session.span, presentFromPercent) ? ("present" as const) : ("absent" as const);
      return { enrolmentId, sessionId, mark: { state, lateMinutes: null, attendedMinutes: minutes } };
    });
    const { changed } = await markAttendance(ctx, { runId: session.runId, key, marks, reason, way: "import" });
    await audit(ctx, {
      action: "attendance.imported",
      entity: "run",
      entityId: session.runId,
      after: { sessionId, people: peopleBySeat.length, changed, kept: manuallyMarked.size },
    });
    return { changed, kept: manuallyMarked.size };
  });
}
importParticipants.permission = "attendance.write" as const;
