import { addDays } from "../../../src/i18n/dates.ts";
import { slowDays } from "../../../src/features/runs/run-states.ts";
import { today } from "./days.ts";

interface SoldRun {
  startDate: string;
  seatsSold: number;
  capacity: number;
}

/**
 * Whether a run sells slowly: it starts within `slowDays` and less than half of its seats are sold. The server's view
 * `slow` has the same rule.
 */
export function isSlow({ startDate, seatsSold, capacity }: SoldRun, day = today()): boolean {
  return startDate > day && startDate <= addDays(day, slowDays) && seatsSold * 2 < capacity;
}
