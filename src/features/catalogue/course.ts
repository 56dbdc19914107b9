import type { Page } from "#platform/page.ts";

/** A course as the API and the pages know it: what lasts, joined with one of its runs. No I/O here. */
export const courseCategories = ["healthcare-quality", "medical-education-clinical-reasearch"] as const;
export type CourseCategory = (typeof courseCategories)[number];

export interface Speaker {
  name_eng: string;
  name_ar: string | null;
  title_eng: string;
  title_ar: string | null;
}
export interface CurriculumDay {
  title_eng: string;
  title_ar: string | null;
  items: { eng: string; ar: string | null }[];
}

/** What differs from date to date. Money is a decimal string before VAT, dates are calendar dates in Riyadh. */
export interface RunFacts {
  /** The run's id: what is bought. */
  id: number;
  start_date: string;
  end_date: string;
  /** Teaching days; may be fewer than the span. */
  days: number;
  /** CME hours; only to be shown when the run is accredited. */
  hours: number;
  venue_eng: string;
  venue_ar: string | null;
  delivery: "onsite" | "online";
  amount: string;
  accreditation_status: "none" | "pending" | "accredited";
  /** Seats that are neither sold nor held. */
  seats_left: number;
  /** Its last day is before today in Riyadh. */
  ended: boolean;
}

/** A course in a list. */
export interface CourseSummary extends RunFacts {
  slug: string;
  category: string;
  subject_eng: string;
  subject_ar: string | null;
  name_eng: string;
  name_ar: string | null;
  summary_eng: string;
  summary_ar: string | null;
  /** Base name of the cover under /admin/images/courses/. */
  image: string;
  disable_course: boolean;
}

export type CoursePage = Page<CourseSummary>;

/** What a tile says of a course. A page carries what its loader gives twice, so it is no more than this. */
export type TileCourse = Omit<CourseSummary, "category" | "subject_eng" | "subject_ar" | "summary_eng" | "summary_ar" | "delivery">;

export function forTile({ category: _category, subject_eng: _subject, subject_ar: _subjectAr, summary_eng: _summary, summary_ar: _summaryAr, delivery: _delivery, ...tile }: CourseSummary): TileCourse {
  return tile;
}

/** A course with everything its page shows. The four texts are safe HTML. */
export interface Course extends CourseSummary {
  about_course_eng: string;
  about_course_ar: string | null;
  prerequisites_eng: string;
  prerequisites_ar: string | null;
  speakers: Speaker[];
  curriculum: CurriculumDay[];
  accreditation_number: string | null;
  /** Further dates that can still be booked, soonest first. */
  other_dates: RunFacts[];
}

/** Whether and why a course at a date can be booked. */
export type Availability = "open" | "closed" | "ended" | "sold-out";

/** Ended once its last day is over; closed when staff flagged it; sold out when no seat is free. */
export function availabilityOf(course: Pick<CourseSummary, "ended" | "disable_course" | "seats_left">): Availability {
  if (course.ended) return "ended";
  if (course.disable_course) return "closed";
  return course.seats_left > 0 ? "open" : "sold-out";
}

/** The run a course is shown with: the one asked for, else the next that has not ended, else the latest past one. */
export function shownRun<T extends Pick<RunFacts, "id" | "start_date" | "ended">>(runs: readonly T[], wanted?: number): T | undefined {
  const inOrder = runs.toSorted((a, b) => a.start_date.localeCompare(b.start_date) || a.id - b.id);
  return inOrder.find((run) => run.id === wanted) ?? inOrder.find((run) => !run.ended) ?? inOrder.at(-1);
}
