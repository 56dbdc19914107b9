import { runDates } from "./run-dates.ts";
import type { DemoCourse } from "./types.ts";

interface Listed {
  course: DemoCourse;
  startDate: string;
  ended: boolean;
}

function shownRun(course: DemoCourse, today: string): Listed {
  const runs = course.runs
    .map((run) => runDates(run, today))
    .map(({ startDate, endDate }) => ({ course, startDate, ended: endDate < today }))
    .sort((a, b) => a.startDate.localeCompare(b.startDate));
  const shown = runs.find((run) => !run.ended) ?? runs.at(-1);
  if (!shown) throw new Error(`Demo course ${course.slug} has no run`);
  return shown;
}

/**
 * The courses as the listing shows them on `today` (`YYYY-MM-DD`): each once, those still to end first, soonest
 * first, then the ended ones, latest first. The pictures are chosen so that neighbours here never share a palette.
 */
export function listingOrder(courses: DemoCourse[], today: string): DemoCourse[] {
  const listed = courses.map((course) => shownRun(course, today));
  const ahead = listed.filter((item) => !item.ended).sort((a, b) => a.startDate.localeCompare(b.startDate));
  const past = listed.filter((item) => item.ended).sort((a, b) => b.startDate.localeCompare(a.startDate));
  return [...ahead, ...past].map((item) => item.course);
}
