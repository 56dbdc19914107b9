import { isCheckViolation, isUniqueViolation } from "#platform/db/sql-errors.server.ts";

/** Thrown when a seat that a transaction needs is no longer open. */
export class SeatTaken extends Error {
  override name = "SeatTaken";
}

const isRefusedSeat = (error: unknown): boolean =>
  error instanceof SeatTaken ||
  isCheckViolation(error, "enrolment_within_capacity") ||
  isCheckViolation(error, "run_never_oversold") ||
  isUniqueViolation(error, "enrolment_one_seat_per_person");

/** Repeats a transaction that ended with a refused seat. Throws the error of the third attempt. */
export async function retryRefusedSeats<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attemptNumber = 1; ; attemptNumber++) {
    try {
      return await attempt();
    } catch (error) {
      if (attemptNumber >= 3 || !isRefusedSeat(error)) throw error;
    }
  }
}
