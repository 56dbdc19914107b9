import type { RunAhead } from "../../../src/site/courses/course-types.ts";

/** Less than half full two weeks before it begins: somebody must look. */
export function sellsSlowly({ start_date, seats_sold, capacity }: RunAhead, now = Date.now()): boolean {
  const days = (Date.parse(`${start_date}T00:00:00+03:00`) - now) / 86_400_000;
  return days <= 14 && seats_sold * 2 < capacity;
}
