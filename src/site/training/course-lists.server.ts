import type { CourseCategory, CourseSummary } from "#features/catalogue/course.ts";
import { firstCourses } from "#features/catalogue/courses.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { errorForLog } from "#platform/log.server.ts";

/** Of each category, in one page: more are in the course list, to which the page leads. */
const mostShown = 24;

async function coursesOf(ctx: Ctx, category: CourseCategory): Promise<CourseSummary[]> {
  try {
    return await firstCourses(ctx, { category, limit: mostShown });
  } catch (error) {
    ctx.log.error({ request_id: ctx.requestId, category, ...errorForLog(error) }, "courses of a category failed");
    return [];
  }
}

/** Past courses last. Decisions §4: a list that fails is logged and empty. Never throws. */
export async function trainingCourses(ctx: Ctx): Promise<{ quality: CourseSummary[]; education: CourseSummary[] }> {
  const [quality, education] = await Promise.all([
    coursesOf(ctx, "healthcare-quality"),
    coursesOf(ctx, "medical-education-clinical-reasearch"),
  ]);
  return { quality, education };
}
