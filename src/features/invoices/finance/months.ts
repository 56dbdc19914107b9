/** Rules for months, without I/O. Months are `YYYY-MM` in Riyadh; amounts are whole halalas. */
import { addDays, endOfRiyadhDay, riyadhDate } from "#i18n/dates.ts";

export const toRiyadhMonth = (instant: Date): string => riyadhDate(instant).slice(0, 7);

const nextMonth = (month: string): string => addDays(`${month}-28`, 4).slice(0, 7);

/** The first instant of a month, and the first instant after it. */
export function monthBounds(month: string): { from: Date; to: Date } {
  return {
    from: endOfRiyadhDay(addDays(`${month}-01`, -1)),
    to: endOfRiyadhDay(addDays(`${nextMonth(month)}-01`, -1)),
  };
}

/** The months from that of the first instant to that of the last, both included. */
export function monthsBetween(first: Date, last: Date): string[] {
  const months: string[] = [];
  for (let month = toRiyadhMonth(first); month <= toRiyadhMonth(last); month = nextMonth(month)) months.push(month);
  return months;
}

/** The months of the VAT period that contains a month: the month itself, or the three months of its quarter. */
export function periodMonths(month: string, period: "month" | "quarter"): string[] {
  if (period === "month") return [month];
  const [year, monthNumber = 1] = month.split("-").map(Number);
  const firstMonth = Math.floor((monthNumber - 1) / 3) * 3 + 1;
  return [0, 1, 2].map((offset) => `${year}-${String(firstMonth + offset).padStart(2, "0")}`);
}

/** Last day to declare a month's VAT and pay it: the end of the next month. */
export const vatDueOn = (month: string): string => addDays(`${nextMonth(nextMonth(month))}-01`, -1);

/** Figures stored when a month is closed. Amounts are whole halalas; those of credit notes are positive. */
export interface MonthTotals {
  invoices: number;
  creditNotes: number;
  sales: number;
  salesTax: number;
  refunds: number;
  refundTax: number;
}
