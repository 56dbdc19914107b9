import { asc, exists, and, eq, not } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { isListedSql } from "#features/catalogue/schedule/private-runs.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { courses } from "./tables.server.ts";

/** Lists the courses on the site that have a public run, with the time of their last change. */
export async function courseAddresses(ctx: Ctx): Promise<{ slug: string; updatedAt: Date }[]> {
  const runs = ctx.db
    .select({ id: courseRuns.id })
    .from(courseRuns)
    .where(and(eq(courseRuns.courseId, courses.id), isListedSql()));
  return ctx.db
    .select({ slug: courses.slug, updatedAt: courses.updated_at })
    .from(courses)
    .where(and(exists(runs), not(courses.off_site)))
    .orderBy(asc(courses.slug));
}
