import type { courses } from "#features/catalogue/tables.server.ts";
import type { TeachingLanguage } from "#features/catalogue/schedule/teaching-languages.ts";
import type { PaletteName } from "#ui/art/palettes.ts";

/**
 * One dated run of a course. Days are counted from the day of loading (negative = past);
 * `run-dates.ts` turns them into calendar dates.
 */
export interface DemoRun {
  startsInDays: number;
  /** Calendar days from the first to the last day, inclusive. */
  lengthDays: number;
  /** Teaching days inside that span. */
  days: number;
  /** CME hours, in steps of a half. */
  hours: number;
  venueEng: string;
  venueAr: string;
  /** Street address of the venue, without its city. */
  addressEng?: string;
  addressAr?: string;
  /** Time when the doors of the venue open, such as `08:30`. */
  doorsOpen?: string;
  /** What to bring, one item per line. */
  bringEng: string;
  bringAr: string;
  language: TeachingLanguage;
  delivery: "onsite" | "online";
  capacity: number;
  soldSeats?: number;
  priceHalalas: number;
  /** Group price: percentage off each seat, from this number of seats in one order. */
  group?: { fromSeats: number; percent: number };
  accreditation: { status: "none" | "pending" | "accredited"; number?: string };
  /** Moves the run later, by the fewest days, until its span has this shape. */
  calendar?: "same-month" | "crosses-month" | "crosses-year";
}

/** Has no picture, because the demo has no photographs of people. */
export type DemoTrainer = Record<`${"name" | "job_title" | "biography"}_${"eng" | "ar"}`, string>;

/**
 * A course of the demo. Its dates are in its runs. The four long texts are safe HTML (h2, p, ul, li, strong only).
 * Missing Arabic falls back to English on Arabic pages.
 */
export interface DemoCourse extends Omit<typeof courses.$inferInsert, "image" | "speakers"> {
  speakers: DemoTrainer[];
  /** Colours of its cover. */
  palette: PaletteName;
  /** Position on the home page. */
  featured_position?: 1 | 2 | 3 | 4;
  runs: DemoRun[];
}
