import type { ImageDetails } from "#features/content/media/uploaded-picture.ts";
import type { TeachingLanguage } from "#features/catalogue/schedule/teaching-languages.ts";
import type { LocalizedText } from "#i18n/localized-text.tsx";
import type { SessionTimes } from "#i18n/session-times.ts";
import type { Page } from "#platform/page.ts";

/** A course joined with one of its runs, as API and pages know it. No I/O here. */
export const courseCategories = ["healthcare-quality", "medical-education-clinical-reasearch"] as const;
export type CourseCategory = (typeof courseCategories)[number];

export interface Speaker {
  name_eng: string;
  name_ar: string | null;
  title_eng: string;
  title_ar: string | null;
  /** One line about them; absent in what older versions wrote. */
  line_eng?: string;
  line_ar?: string | null;
}
export interface CurriculumDay {
  title_eng: string;
  title_ar: string | null;
  items: LocalizedText[];
}

/** Money is a decimal string before VAT, dates are calendar dates in Riyadh. */
export interface RunFacts {
  id: number;
  start_date: string;
  end_date: string;
  /** Teaching days; may be fewer than the span. */
  days: number;
  /** CME hours; shown only when the run is accredited. */
  hours: number;
  venue_eng: string;
  venue_ar: string | null;
  /** Street address, without the city; null online and while it is not known. */
  address_eng: string | null;
  address_ar: string | null;
  /** Null while it is not said. */
  language: TeachingLanguage | null;
  delivery: "onsite" | "online";
  amount: string;
  accreditation_status: "none" | "pending" | "accredited";
  /** Neither sold nor held. */
  seats_left: number;
  /** Held for people who are paying: some may become free again. */
  seats_held: number;
  /** Its last day is before today in Riyadh. */
  ended: boolean;
  /** Has begun and not ended: still on sale. */
  started: boolean;
}

export interface CourseSummary extends RunFacts {
  slug: string;
  category: string;
  subject_eng: string;
  subject_ar: string | null;
  name_eng: string;
  name_ar: string | null;
  summary_eng: string;
  summary_ar: string | null;
  image: string;
  image_details?: ImageDetails | null;
  disable_course: boolean;
}

export type CoursePage = Page<CourseSummary>;

/** The four texts are safe HTML. */
export interface Course extends CourseSummary {
  about_course_eng: string;
  about_course_ar: string | null;
  prerequisites_eng: string;
  prerequisites_ar: string | null;
  speakers: Speaker[];
  curriculum: CurriculumDay[];
  accreditation_number: string | null;
  /** When the run is taught; none while its times are not confirmed. */
  sessions: SessionTimes[];
  /** Runs that have not ended: those ahead first, soonest first. */
  other_dates: RunFacts[];
}

/** So few that the number is said before it is too late. */
export const fewSeats = 5;

export type Availability = "open" | "closed" | "ended" | "sold-out" | "held";

/** `held`: some seats may become free again. */
export function seatState({
  seats_left,
  seats_held,
}: Pick<CourseSummary, "seats_left" | "seats_held">): "open" | "held" | "sold-out" {
  if (seats_left > 0) return "open";
  return seats_left + seats_held > 0 ? "held" : "sold-out";
}

/** `ended` before `closed` (by staff) before the state of its seats. */
export function availabilityOf(
  course: Pick<CourseSummary, "ended" | "disable_course" | "seats_left" | "seats_held">,
): Availability {
  if (course.ended) return "ended";
  return course.disable_course ? "closed" : seatState(course);
}

type RunStage = Pick<RunFacts, "id" | "start_date" | "ended" | "started">;
const stageOf = (run: RunStage) => (run.ended ? 2 : run.started ? 1 : 0);

/** Those ahead, soonest first; then those that have begun, then past ones, both latest first. */
export function byStage(a: RunStage, b: RunStage): number {
  const later = a.start_date.localeCompare(b.start_date);
  return stageOf(a) - stageOf(b) || (stageOf(a) === 0 ? later : -later) || a.id - b.id;
}

/** What can be booked first, then as `byStage`. */
export function byBooking(a: CourseSummary, b: CourseSummary): number {
  const closed = (course: CourseSummary) => Number(availabilityOf(course) !== "open");
  return closed(a) - closed(b) || byStage(a, b);
}

/** The requested run, else the next ahead, else one that has begun, else the latest past one. */
export function selectRun<T extends RunStage>(runs: readonly T[], wanted?: number): T | undefined {
  return runs.find((run) => run.id === wanted) ?? runs.toSorted(byStage)[0];
}
