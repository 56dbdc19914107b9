import type { courses } from "#features/catalogue/tables.server.ts";
import type { TeachingLanguage } from "#features/catalogue/schedule/teaching-languages.ts";
import type { PaletteName } from "#ui/art/palettes.ts";

/**
 * One dated run of a course. Days are counted from the day of loading (negative = past);
 * `run-dates.ts` turns them into calendar dates.
 */
export interface DemoRun {
  startsInDays: number;
  /** First to last day, both counted. */
  lengthDays: number;
  /** Teaching days inside that span. */
  days: number;
  /** CME hours, in steps of a half. */
  hours: number;
  venueEng: string;
  venueAr: string;
  /** Street address of a venue, without its city. */
  addressEng?: string;
  addressAr?: string;
  /** `08:30`, of a venue. */
  doorsOpen?: string;
  /** What to bring, a line each. */
  bringEng: string;
  bringAr: string;
  language: TeachingLanguage;
  delivery: "onsite" | "online";
  capacity: number;
  soldSeats?: number;
  priceHalalas: number;
  /** Percent off each seat from so many in one order. */
  group?: { fromSeats: number; percent: number };
  accreditation: { status: "none" | "pending" | "accredited"; number?: string };
  /** Moves the run later, by the fewest days, until its span has this shape. */
  calendar?: "same-month" | "crosses-month" | "crosses-year";
}

/** Without a picture: the demo has no photographs of people. */
export type DemoTrainer = Record<`${"name" | "job_title" | "biography"}_${"eng" | "ar"}`, string>;

/**
 * A course as the demo tells it, dated by its runs. The four long texts are safe HTML (h2, p, ul, li, strong only);
 * absent Arabic falls back to English on Arabic pages.
 */
export interface DemoCourse extends Omit<typeof courses.$inferInsert, "image" | "speakers"> {
  speakers: DemoTrainer[];
  /** Of its cover. */
  palette: PaletteName;
  /** Place on the home page. */
  featured_position?: 1 | 2 | 3 | 4;
  runs: DemoRun[];
}
