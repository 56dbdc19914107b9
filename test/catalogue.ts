/** Courses with runs around today, and what the catalogue shows of them. */
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { listCourses } from "#features/catalogue/courses.server.ts";
import { seatsNow } from "#features/seats/availability.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import type { TestCtx } from "./context.ts";

/** The date `offset` days from today. */
export const dayFromNow = (ctx: TestCtx, offset: number): string => addDays(riyadhDate(ctx.now()), offset);

/** Creates a course named like its slug. Its runs start and end the given numbers of days from today. */
export async function courseWithRuns(
  ctx: TestCtx,
  slug: string,
  runs: [start: number, end: number][],
  values: Parameters<typeof makeCourse>[1] = {},
): Promise<Awaited<ReturnType<typeof makeCourse>> & { runs: number[] }> {
  const course = await makeCourse(ctx.db, { slug, name_eng: slug, ...values });
  const ids: number[] = [];
  for (const [start, end] of runs) {
    const dates = { startDate: dayFromNow(ctx, start), endDate: dayFromNow(ctx, end) };
    ids.push((await makeRun(ctx.db, course.id, dates)).id);
  }
  return { ...course, runs: ids };
}

/** A page of the list, the first one by default. */
export const listPage = (
  ctx: TestCtx,
  input: Partial<Parameters<typeof listCourses>[1]> = {},
): ReturnType<typeof listCourses> => listCourses(ctx, { page: 1, ...input });

/** How many seats of a run can be booked. */
export const seatsLeft = async (ctx: TestCtx, runId: number): Promise<number> => (await seatsNow(ctx, runId)).qty;

export const toSlugs = (courses: { slug: string }[]): string[] => courses.map(({ slug }) => slug);
