import type { CourseSummary } from "#features/catalogue/course.ts";
import type { CourseCategory } from "#features/catalogue/filters.ts";
import { listCoursesByCategory } from "#features/catalogue/courses.server.ts";
import { taxPercentOrNull } from "#features/settings/settings.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { errorForLog } from "#platform/log.server.ts";

async function listAllCourses(ctx: Ctx, cat: CourseCategory): Promise<CourseSummary[]> {
  try {
    return await listCoursesByCategory(ctx, { cat, limit: -1 });
  } catch (error) {
    ctx.log.error({ request_id: ctx.requestId, category: cat, ...errorForLog(error) }, "courses of a category failed");
    return [];
  }
}

/**
 * Lists the courses of the training page, past courses last. A list that cannot be read is logged and empty, so that
 * the page still renders. Never throws.
 */
export async function readTrainingCourses(ctx: Ctx): Promise<{
  quality: CourseSummary[];
  education: CourseSummary[];
  taxPercent: number | null;
}> {
  const [quality, education, percent] = await Promise.all([
    listAllCourses(ctx, "healthcare-quality"),
    listAllCourses(ctx, "medical-education-clinical-reasearch"),
    taxPercentOrNull(ctx),
  ]);
  return { quality, education, taxPercent: percent };
}
