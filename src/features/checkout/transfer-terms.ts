/** When a buyer may choose bank transfer, and until when (docs/pricing.md): rules without I/O. Dates `YYYY-MM-DD`. */
import { addDays } from "#i18n/dates.ts";

export interface TransferTerms {
  /** From this total including VAT, whole halalas. */
  fromHalalas: number;
  /** From so many days before each first session. */
  daysBefore: number;
  /** Unpaid seats an account may hold this way. */
  seats: number;
  /** To pay, from today. */
  days: number;
}

/** Then the seats can still be sold to others. */
const latestDaysBeforeStart = 7;

/** Whether courses that begin on these days may be paid by transfer, at this total. */
export const mayTransfer = (
  { today, starts, totalHalalas }: { today: string; starts: readonly string[]; totalHalalas: number },
  { fromHalalas, daysBefore }: TransferTerms,
): boolean => totalHalalas >= fromHalalas && starts.every((start) => start >= addDays(today, daysBefore));

/** The last day to pay, but never a day that has passed. */
export function transferDueOn(today: string, starts: readonly string[], { days }: Pick<TransferTerms, "days">): string {
  const [due = today] = [addDays(today, days), ...starts.map((start) => addDays(start, -latestDaysBeforeStart))].sort();
  return due < today ? today : due;
}
