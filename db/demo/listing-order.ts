import { runDates } from "./run-dates.ts";
import type { DemoCourse } from "./types.ts";

interface Listed {
  course: DemoCourse;
  startDate: string;
  /** 0 ahead, 1 begun and not ended, 2 past. */
  stage: 0 | 1 | 2;
}

/**
 * As the catalogue orders runs: those ahead, soonest first; then those that have begun, then past ones, both latest
 * first.
 */
function byStage(a: Listed, b: Listed): number {
  const later = a.startDate.localeCompare(b.startDate);
  return a.stage - b.stage || (a.stage === 0 ? later : -later);
}

function selectRun(course: DemoCourse, today: string): Listed {
  const [listed] = course.runs
    .map((run) => runDates(run, today))
    .map(({ startDate, endDate }): Listed => ({
      course,
      startDate,
      stage: startDate > today ? 0 : endDate >= today ? 1 : 2,
    }))
    .sort(byStage);
  if (!listed) throw new Error(`Demo course ${course.slug} has no run`);
  return listed;
}

/**
 * The courses as the listing shows them on `today` (`YYYY-MM-DD`): each once, those ahead first, soonest first, then
 * those that have begun, then the ended ones, latest first. The pictures are chosen so that neighbours here never share
 * a palette.
 */
export function listingOrder(courses: DemoCourse[], today: string): DemoCourse[] {
  return courses
    .map((course) => selectRun(course, today))
    .sort(byStage)
    .map((item) => item.course);
}
