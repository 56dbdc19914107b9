import { eq } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { weekdayRange } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { noSuchRecord, type Ctx } from "#platform/context.server.ts";
import { cut, shortName } from "./schedule/mail-course.ts";
import { courseRuns } from "./schedule/tables.server.ts";

/** Limit for a course's name, so that file names with it are short enough for every file system. */
const maxNameLength = 60;

/** Reads the title of a run, such as `Clinical audit, Wed 14 – Thu 15 October 2026`. Throws NotFound. */
export async function readRunTitle(ctx: Ctx, runId: number, locale: Locale): Promise<string> {
  const { name_eng, name_ar } = courses;
  const [run] = await ctx.db
    .select({ course: { name_eng, name_ar }, start: courseRuns.startDate, end: courseRuns.endDate })
    .from(courseRuns)
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(eq(courseRuns.id, runId));
  if (!run) throw noSuchRecord(ctx);
  const name = cut(shortName(run.course, locale), maxNameLength);
  return `${name}${locale === "ar" ? "، " : ", "}${weekdayRange(run.start, run.end, locale)}`;
}

/**
 * Returns a function that builds the title of a background task about one run, from a message with the run's title as
 * `run`.
 */
export const withRunTitle =
  (message: (inputs: { run: string }, options: { locale: Locale }) => string) =>
  async ({ run_id: runId }: { run_id: number }, locale: Locale, ctx: Ctx): Promise<string> =>
    message({ run: await readRunTitle(ctx, runId, locale) }, { locale });
