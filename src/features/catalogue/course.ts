/** A course joined with one of its runs, as in the API and on pages. Without I/O. */
import type { z } from "zod";
import type { course, coursePage, courseSummary, runFacts } from "./catalogue.schema.server.ts";

/** Facts of one run. Amounts are decimal strings in SAR before VAT; dates are calendar dates in Riyadh. */
export type RunFacts = z.output<typeof runFacts>;
export type CourseSummary = z.output<typeof courseSummary>;
export type CoursePage = z.output<typeof coursePage>;
/**
 * The texts about the course and its prerequisites are safe HTML. `other_dates` are runs that have not ended, upcoming
 * first, soonest first.
 */
export type Course = z.output<typeof course>;
export type Speaker = Course["speakers"][number];

/** At this number of free seats or fewer, pages show the number. */
export const fewSeats = 5;

export type Availability = "open" | "closed" | "ended" | "sold-out" | "held";

/** State of a run's seats. `held`: none is free, but held ones may become free again. */
export function seatState({
  seats_left,
  seats_held,
}: Pick<CourseSummary, "seats_left" | "seats_held">): "open" | "held" | "sold-out" {
  if (seats_left > 0) return "open";
  return seats_left + seats_held > 0 ? "held" : "sold-out";
}

/** Order of precedence: `ended`, then `closed` (by staff), then the state of its seats. */
export function getAvailability(
  course: Pick<CourseSummary, "ended" | "disable_course" | "seats_left" | "seats_held">,
): Availability {
  if (course.ended) return "ended";
  return course.disable_course ? "closed" : seatState(course);
}

/**
 * The smallest number of seats that an order can buy, and their price before VAT: one seat, or all seats of a run for a
 * company.
 */
export const soldTogether = ({
  company,
  amount,
}: Pick<Course, "company" | "amount">): { seats: number; amount: string } => company ?? { seats: 1, amount };

type RunStage = Pick<RunFacts, "id" | "start_date" | "ended" | "started">;
const getStage = (run: RunStage) => (run.ended ? 2 : run.started ? 1 : 0);

/** Sorts upcoming runs first, soonest first; then those that have begun, then past ones, both latest first. */
export function byStage(a: RunStage, b: RunStage): number {
  const byDate = a.start_date.localeCompare(b.start_date);
  return getStage(a) - getStage(b) || (getStage(a) === 0 ? byDate : -byDate) || a.id - b.id;
}

/** Sorts runs that can be booked first, and otherwise like `byStage`. */
export function byBooking(a: CourseSummary, b: CourseSummary): number {
  const rank = (course: CourseSummary) => Number(getAvailability(course) !== "open");
  return rank(a) - rank(b) || byStage(a, b);
}

/** Selects the requested run, else the next upcoming one, else one that has begun, else the latest past one. */
export function selectRun<T extends RunStage>(runs: readonly T[], runId?: number): T | undefined {
  return runs.find((run) => run.id === runId) ?? runs.toSorted(byStage)[0];
}
