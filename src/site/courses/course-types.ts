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
  course_id: number;
  /** Null for a course that was never published. */
  category: string | null;
  runs_ahead: number;
  /** Whether it has a run, ended or not, that was not cancelled; the site does not show a course without one. */
  has_run: boolean;
  next_run: RunAhead | null;
}
