import type { CourseCategory } from "#features/catalogue/filters.ts";
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
  language: TeachingLanguage;
  delivery: "onsite" | "online";
  capacity: number;
  soldSeats?: number;
  priceHalalas: number;
  accreditation: { status: "none" | "pending" | "accredited"; number?: string };
  /** Moves the run later, by the fewest days, until its span has this shape. */
  calendar?: "same-month" | "crosses-month" | "crosses-year";
}

export interface DemoSpeaker {
  nameEng: string;
  nameAr: string;
  titleEng: string;
  titleAr: string;
  /** One line about them. */
  lineEng: string;
  lineAr: string;
}

export interface DemoCurriculumDay {
  titleEng: string;
  titleAr: string;
  items: { eng: string; ar: string }[];
}

/** A course as the demo tells it; an absent `…Ar` text falls back to English on Arabic pages. */
export interface DemoCourse {
  slug: string;
  category: CourseCategory;
  /** Of its cover. */
  palette: PaletteName;
  subjectEng: string;
  subjectAr: string;
  nameEng: string;
  nameAr?: string;
  summaryEng: string;
  summaryAr?: string;
  /** Safe HTML: h2, p, ul, li, strong only. */
  aboutEng: string;
  aboutAr?: string;
  /** Safe HTML: h2, p, ul, li, strong only. */
  prerequisitesEng: string;
  prerequisitesAr?: string;
  speakers: DemoSpeaker[];
  /** One entry per teaching day. */
  curriculum: DemoCurriculumDay[];
  closed?: boolean;
  /** Place on the home page, 1 to 4. */
  featured?: 1 | 2 | 3 | 4;
  runs: DemoRun[];
}
