import type { ItemLine } from "#features/content/editing/item-types.ts";

/** A run that has not ended and was not cancelled. */
export interface RunAhead {
  id: number;
  startDate: string;
  endDate: string;
  venueEng: string;
  venueAr: string | null;
  delivery: "onsite" | "online";
  capacity: number;
  seatsSold: number;
  seatsHeld: number;
}

export interface CourseLine extends ItemLine {
  courseId: number;
  /** Null for a course that was never published. */
  category: string | null;
  runsAhead: number;
  /** Whether it has a run, ended or not, that was not cancelled; the site does not show a course without one. */
  hasRun: boolean;
  nextRun: RunAhead | null;
}
