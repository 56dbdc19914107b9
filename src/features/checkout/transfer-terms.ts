/**
 * Rules of when a buyer may choose bank transfer and until when to pay (docs/pricing.md), without I/O. Dates
 * `YYYY-MM-DD`.
 */
import { addDays } from "#i18n/dates.ts";

export interface TransferTerms {
  /** Minimum total including VAT, whole halalas. */
  fromHalalas: number;
  /** Minimum days before each first session. */
  daysBefore: number;
  /** Maximum unpaid seats that an account may hold this way. */
  seats: number;
  /** To pay, from today. */
  days: number;
}

/** Unpaid seats are released early enough to be sold to others. */
const latestDaysBeforeStart = 7;

/** Whether courses that begin on these days may be paid by transfer, at this total. */
export const mayTransfer = (
  { today, starts, totalHalalas }: { today: string; starts: readonly string[]; totalHalalas: number },
  { fromHalalas, daysBefore }: TransferTerms,
): boolean => totalHalalas >= fromHalalas && starts.every((start) => start >= addDays(today, daysBefore));

/**
 * The last day to pay, but never a day that has passed. `isForCompany`: no one else wants the seats, so the day before
 * the course is early enough.
 */
export function transferDueOn(
  today: string,
  starts: readonly string[],
  { days }: Pick<TransferTerms, "days">,
  isForCompany = false,
): string {
  const latest = isForCompany ? 1 : latestDaysBeforeStart;
  const [due = today] = [addDays(today, days), ...starts.map((start) => addDays(start, -latest))].sort();
  return due < today ? today : due;
}
