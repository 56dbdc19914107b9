import { addDays } from "../../../src/i18n/dates.ts";
import { slowDays } from "../../../src/features/runs/run-states.ts";
import { today } from "./days.ts";

interface SoldRun {
  start_date: string;
  seats_sold: number;
  capacity: number;
}

/** Whether a run sells slowly, as the server's view `slow` has it. */
export function isSlow({ start_date, seats_sold, capacity }: SoldRun, day = today()): boolean {
  return start_date > day && start_date <= addDays(day, slowDays) && seats_sold * 2 < capacity;
}
