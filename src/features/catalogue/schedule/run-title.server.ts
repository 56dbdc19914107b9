import { eq } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { weekdayRange } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { noSuchRecord, type Ctx } from "#platform/context.server.ts";
import { cut, shortName } from "./mail-course.ts";
import { courseRuns } from "./tables.server.ts";

/** Of a course's name, so that a file's name stays short enough for every file system. */
const maxNameLength = 60;

/** What a run is called where its number would say nothing: `Clinical audit, Wed 14 – Thu 15 October 2026`. Throws NotFound. */
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
