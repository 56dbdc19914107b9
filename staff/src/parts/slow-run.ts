import { addDays } from "../../../src/i18n/dates.ts";
import { slowDays } from "../../../src/features/runs/run-states.ts";
import { today } from "./days.ts";

interface SoldRun {
  startDate: string;
  seatsSold: number;
  capacity: number;
}

/** Whether a run sells slowly, by the same rule as the server's view `slow`. */
export function isSlow({ startDate, seatsSold, capacity }: SoldRun, day = today()): boolean {
  return startDate > day && startDate <= addDays(day, slowDays) && seatsSold * 2 < capacity;
}
