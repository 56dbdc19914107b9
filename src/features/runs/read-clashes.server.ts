import { and, asc, eq, gte, isNull, lte } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import type { RunWithSessions } from "#features/catalogue/schedule/run-changes.server.ts";
import { movedSessions } from "#features/catalogue/schedule/sessions.ts";
import { readSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import type { Ctx } from "#platform/context.server.ts";

/** Finds speakers and venues that are needed in two places at once. Rules without I/O. */
interface PlannedRun {
  id: number;
  /** Names of speakers, as written on the course. */
  speakers: readonly string[];
  venueEng: string;
  delivery: "onsite" | "online";
  timesConfirmed: boolean;
  sessions: readonly { startsAt: Date; endsAt: Date }[];
}

interface Clash {
  kind: "speaker" | "venue";
  /** The speaker's name, or the venue's. */
  name: string;
  /** The day in Riyadh, `YYYY-MM-DD`. */
  date: string;
  /** Ids of the two runs, the smaller one first. */
  runs: [number, number];
}

type DayOf = (instant: Date) => string;

/** While the times of one run are not known, a shared day is enough. */
function sharedDay(one: PlannedRun, other: PlannedRun, getDay: DayOf): string | null {
  const byTimes = one.timesConfirmed && other.timesConfirmed;
  for (const a of one.sessions)
    for (const b of other.sessions) {
      const meet = byTimes ? a.startsAt < b.endsAt && b.startsAt < a.endsAt : getDay(a.startsAt) === getDay(b.startsAt);
      if (meet) return getDay(a.startsAt > b.startsAt ? a.startsAt : b.startsAt);
    }
  return null;
}

/** Finds one clash for each person or room that two runs share on a day: the first such day. */
function findClashes(runs: readonly PlannedRun[], getDay: DayOf): Clash[] {
  const sorted = runs.toSorted((one, other) => one.id - other.id);
  return sorted.flatMap((one, at) =>
    sorted.slice(at + 1).flatMap((other): Clash[] => {
      const people = one.speakers.filter((name) => other.speakers.includes(name));
      const isSameRoom = one.delivery === "onsite" && other.delivery === "onsite" && one.venueEng === other.venueEng;
      if (people.length === 0 && !isSameRoom) return [];
      const date = sharedDay(one, other, getDay);
      if (date === null) return [];
      const shared = { date, runs: [one.id, other.id] as [number, number] };
      return [
        ...people.map((name) => ({ kind: "speaker" as const, name, ...shared })),
        ...(isSameRoom ? [{ kind: "venue" as const, name: one.venueEng, ...shared }] : []),
      ];
    }),
  );
}

/** More runs than a quarter has. Beyond it, clashes are only searched among the first ones. */
const maxRuns = 300;

/** Lists runs that are not cancelled and touch these days, `YYYY-MM-DD`. */
export async function readPlanned(ctx: Ctx, from: string, to: string) {
  const rows = await ctx.db
    .select({ run: courseRuns, speakers: courses.speakers, nameEng: courses.name_eng, nameAr: courses.name_ar })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(and(isNull(courseRuns.cancelledAt), lte(courseRuns.startDate, to), gte(courseRuns.endDate, from)))
    .orderBy(asc(courseRuns.startDate), asc(courseRuns.id))
    .limit(maxRuns);
  const sessions = await readSessions(
    ctx,
    rows.map(({ run }) => run.id),
  );
  return rows.map(({ run, speakers, nameEng, nameAr }) => ({
    id: run.id,
    nameEng,
    nameAr,
    speakers: speakers.map(({ name_eng }) => name_eng),
    inArabic: new Map([
      ...speakers.map(({ name_eng, name_ar }) => [name_eng, name_ar] as const),
      [run.venueEng, run.venueAr] as const,
    ]),
    venueEng: run.venueEng,
    delivery: run.delivery,
    timesConfirmed: run.timesConfirmed,
    sessions: sessions.get(run.id) ?? [],
  }));
}

type NamedRun = Awaited<ReturnType<typeof readPlanned>>[number];

/** Reads speakers and rooms that two runs share at the same time, for the staff API. */
export async function readClashes(ctx: Ctx, from: string, to: string) {
  return namedClashes(await readPlanned(ctx, from, to));
}

/** Reads what a run would clash with at other dates or another venue, like `readClashes`. */
export async function readMoveClashes(
  ctx: Ctx,
  run: RunWithSessions,
  to: { startDate: string; endDate: string; venueEng: string },
) {
  const own = (await readPlanned(ctx, run.startDate, run.endDate)).find(({ id }) => id === run.id);
  if (!own) return [];
  const others = (await readPlanned(ctx, to.startDate, to.endDate)).filter(({ id }) => id !== run.id);
  const { sessions, timesConfirmed } = movedSessions(run, run.sessions, to);
  const moved = { ...own, venueEng: to.venueEng, sessions, timesConfirmed };
  return namedClashes([...others, moved]).filter(({ runs }) => runs.some(({ id }) => id === run.id));
}

function namedClashes(planned: readonly NamedRun[]) {
  const named = (id: number) => {
    const run = planned.find((one) => one.id === id);
    return { id, name_eng: run?.nameEng ?? "", name_ar: run?.nameAr ?? null };
  };
  const inArabic = (id: number, name: string) => planned.find((run) => run.id === id)?.inArabic.get(name) ?? null;
  return findClashes(planned, riyadhDate).map(({ runs: [one, other], name, ...clash }) => ({
    ...clash,
    name_eng: name,
    name_ar: inArabic(one, name) ?? inArabic(other, name),
    runs: [named(one), named(other)],
  }));
}
