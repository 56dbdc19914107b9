/**
 * Rules for when a buyer may pay by bank transfer, and until which day (docs/pricing.md), without I/O. Dates are
 * `YYYY-MM-DD`.
 */
import { addDays } from "#i18n/dates.ts";

export interface TransferTerms {
  /** Minimum total including VAT, whole halalas. */
  fromHalalas: number;
  /** Minimum days before each first session. */
  daysBefore: number;
  /** Maximum unpaid seats that an account may hold for transfers. */
  seats: number;
  /** Days from today until the transfer is due. */
  days: number;
}

/** Unpaid seats are released this many days before the start, so that they can be sold to others. */
const releaseDaysBefore = 7;

/** Whether an order with this total, for courses that start on these days, may be paid by transfer. */
export const mayTransfer = (
  { today, starts, totalHalalas }: { today: string; starts: readonly string[]; totalHalalas: number },
  { fromHalalas, daysBefore }: TransferTerms,
): boolean => totalHalalas >= fromHalalas && starts.every((start) => start >= addDays(today, daysBefore));

/**
 * Returns the last day to pay, today at the earliest. With `isForCompany` it may be the day before the course, because
 * nobody else can buy the seats.
 */
export function transferDueOn(
  today: string,
  starts: readonly string[],
  { days }: Pick<TransferTerms, "days">,
  { isForCompany = false }: { isForCompany?: boolean } = {},
): string {
  const minDaysBefore = isForCompany ? 1 : releaseDaysBefore;
  const [due = today] = [addDays(today, days), ...starts.map((start) => addDays(start, -minDaysBefore))].sort();
  return due < today ? today : due;
}
