import { and, asc, eq, gte, isNull, lte } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { readSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import type { Ctx } from "#platform/context.server.ts";
import { clashesOf } from "./clashes.ts";

/** More runs than a quarter has; beyond it clashes are looked for among the first ones. */
const mostRuns = 300;

/** Runs that are not cancelled and touch these days, `YYYY-MM-DD`. */
export async function readPlanned(ctx: Ctx, from: string, to: string) {
  const rows = await ctx.db
    .select({ run: courseRuns, speakers: courses.speakers, nameEng: courses.nameEng, nameAr: courses.nameAr })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(and(isNull(courseRuns.cancelledAt), lte(courseRuns.startDate, to), gte(courseRuns.endDate, from)))
    .orderBy(asc(courseRuns.startDate), asc(courseRuns.id))
    .limit(mostRuns);
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

/** Speakers and rooms that two runs share at the same time, as the staff's API shows them. */
export async function readClashes(ctx: Ctx, from: string, to: string) {
  const planned = await readPlanned(ctx, from, to);
  const named = (id: number) => {
    const run = planned.find((one) => one.id === id);
    return { id, name_eng: run?.nameEng ?? "", name_ar: run?.nameAr ?? null };
  };
  const inArabic = (id: number, name: string) => planned.find((run) => run.id === id)?.inArabic.get(name) ?? null;
  return clashesOf(planned, riyadhDate).map(({ runs: [one, other], name, ...clash }) => ({
    ...clash,
    name_eng: name,
    name_ar: inArabic(one, name) ?? inArabic(other, name),
    runs: [named(one), named(other)],
  }));
}
