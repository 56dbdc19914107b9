import { and, asc, eq, gte, isNull, lte } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { speakersSql } from "#features/catalogue/course-rows.server.ts";
import type { RunWithSessions } from "#features/catalogue/schedule/run-changes.server.ts";
import { movedSessions } from "#features/catalogue/schedule/sessions.ts";
import { readSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import type { Ctx } from "#platform/context.server.ts";

interface Names {
  name_eng: string;
  name_ar: string | null;
}

interface PlannedRun extends Names {
  id: number;
  speakers: readonly (Names & { id: number })[];
  venueEng: string;
  venueAr: string | null;
  delivery: "onsite" | "online";
  timesConfirmed: boolean;
  sessions: readonly { startsAt: Date; endsAt: Date }[];
}

/** Two runs that need the same speaker or venue at one time. The names are those of the speaker or venue. */
interface Clash extends Names {
  kind: "speaker" | "venue";
  trainerId: number | null;
  /** The day in Riyadh, `YYYY-MM-DD`. */
  date: string;
  /** The two runs, the one with the smaller id first. */
  runs: (Names & { id: number })[];
}

type DayOf = (instant: Date) => string;

/**
 * Finds the first day on which sessions of two runs overlap; null without one. While the times of a run are not known,
 * sessions on the same day count as overlapping.
 */
function findSharedDay(one: PlannedRun, other: PlannedRun, getDay: DayOf): string | null {
  const areTimesKnown = one.timesConfirmed && other.timesConfirmed;
  for (const a of one.sessions)
    for (const b of other.sessions) {
      const isOverlap = areTimesKnown
        ? a.startsAt < b.endsAt && b.startsAt < a.endsAt
        : getDay(a.startsAt) === getDay(b.startsAt);
      if (isOverlap) return getDay(a.startsAt > b.startsAt ? a.startsAt : b.startsAt);
    }
  return null;
}

/** Finds one clash for each person or room that two runs share on a day: the first such day. Without I/O. */
function findClashes(runs: readonly PlannedRun[], getDay: DayOf): Clash[] {
  const sorted = runs.toSorted((one, other) => one.id - other.id);
  return sorted.flatMap((one, index) =>
    sorted.slice(index + 1).flatMap((other): Clash[] => {
      const people = one.speakers.filter(({ id }) => other.speakers.some((speaker) => speaker.id === id));
      const isSameRoom = one.delivery === "onsite" && other.delivery === "onsite" && one.venueEng === other.venueEng;
      if (people.length === 0 && !isSameRoom) return [];
      const date = findSharedDay(one, other, getDay);
      if (date === null) return [];
      const shared = { date, runs: [one, other].map(({ id, name_eng, name_ar }) => ({ id, name_eng, name_ar })) };
      const venue = { name_eng: one.venueEng, name_ar: one.venueAr ?? other.venueAr };
      return [
        ...people.map(({ id, name_eng, name_ar }) => ({
          kind: "speaker" as const,
          trainerId: id,
          name_eng,
          name_ar,
          ...shared,
        })),
        ...(isSameRoom ? [{ kind: "venue" as const, trainerId: null, ...venue, ...shared }] : []),
      ];
    }),
  );
}

/** Maximum number of runs that are searched for clashes, the earliest first. A quarter has fewer runs. */
const maxRuns = 300;

/** Lists runs that are not cancelled and touch these days, `YYYY-MM-DD`. */
export async function readPlanned(ctx: Ctx, from: string, to: string): Promise<PlannedRun[]> {
  const { id, venueEng, venueAr, delivery, timesConfirmed } = courseRuns;
  const { name_eng, name_ar } = courses;
  const rows = await ctx.db
    .select({ id, venueEng, venueAr, delivery, timesConfirmed, name_eng, name_ar, speakers: speakersSql })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(and(isNull(courseRuns.cancelledAt), lte(courseRuns.startDate, to), gte(courseRuns.endDate, from)))
    .orderBy(asc(courseRuns.startDate), asc(courseRuns.id))
    .limit(maxRuns);
  const sessions = await readSessions(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, sessions: sessions.get(row.id) ?? [] }));
}

/** Reads speakers and rooms that two runs share at the same time, for the staff API. */
export async function readClashes(ctx: Ctx, from: string, to: string) {
  return findClashes(await readPlanned(ctx, from, to), riyadhDate);
}

/** Reads what a run would clash with at other dates or another venue, like `readClashes`. */
export async function readMoveClashes(
  ctx: Ctx,
  run: RunWithSessions,
  to: { startDate: string; endDate: string; venueEng: string },
) {
  const plannedRun = (await readPlanned(ctx, run.startDate, run.endDate)).find(({ id }) => id === run.id);
  if (!plannedRun) return [];
  const otherRuns = (await readPlanned(ctx, to.startDate, to.endDate)).filter(({ id }) => id !== run.id);
  const { sessions, timesConfirmed } = movedSessions(run, run.sessions, to);
  // A new venue's Arabic name is taken from the other run of the clash.
  const venueAr = to.venueEng === plannedRun.venueEng ? plannedRun.venueAr : null;
  const moved = { ...plannedRun, venueEng: to.venueEng, venueAr, sessions, timesConfirmed };
  return findClashes([...otherRuns, moved], riyadhDate).filter(({ runs }) => runs.some(({ id }) => id === run.id));
}
