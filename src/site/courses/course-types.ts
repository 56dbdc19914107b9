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
  /** Null while it was never published. */
  category: string | null;
  runs_ahead: number;
  /** Without a run, ahead or past, that was not cancelled the site does not show it. */
  has_run: boolean;
  next_run: RunAhead | null;
}
