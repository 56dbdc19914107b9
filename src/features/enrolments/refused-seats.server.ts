import { isCheckViolation, isUniqueViolation } from "#platform/db/sql-errors.server.ts";

/** A seat that was to get an attendee has one. */
export class SeatTaken extends Error {
  override name = "SeatTaken";
}

/** Whether the database itself refused a seat: it is taken, the run has no more of them, or the person has one. */
const isRefusedSeat = (error: unknown): boolean =>
  error instanceof SeatTaken ||
  isCheckViolation(error, "enrolment_within_capacity") ||
  isCheckViolation(error, "run_never_oversold") ||
  isUniqueViolation(error, "enrolment_one_seat_per_person");

/**
 * Runs a whole transaction again when the database refused a seat that the checks before it let through: now they see what is
 * taken, and refuse it in their own words. The locks of runs make that rare. Throws what the last of three attempts threw.
 */
export async function retryRefusedSeats<T>(attempt: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await attempt();
    } catch (error) {
      if (n >= 3 || !isRefusedSeat(error)) throw error;
    }
  }
}
