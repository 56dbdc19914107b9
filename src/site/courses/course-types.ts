import type { ItemLine } from "#features/content/editing/item-types.ts";

/** A run that has not ended and was not cancelled. */
export interface RunAhead {
  id: number;
  start_date: string;
  end_date: string;
  venue_eng: string;
  venue_ar: string | null;
  delivery: "onsite" | "online";
  capacity: number;
  seats_sold: number;
  seats_held: number;
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
