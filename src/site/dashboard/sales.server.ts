import { and, gte, lt, sql, type Column } from "drizzle-orm";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { addDays, riyadhDate, startOfRiyadhDay } from "#i18n/dates.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";

const firstOf = (date: string) => `${date.slice(0, 7)}-01`;

interface Day {
  day: string;
  kind: string;
  documents: number;
  net: number;
  tax: number;
  total: number;
}

const sumOf = (days: readonly Day[], field: "documents" | "net" | "tax" | "total"): number =>
  days.reduce((sum, day) => sum + day[field], 0);

/** Before VAT, of each day from `from` to `to`. */
function series(invoices: readonly Day[], from: string, to: string): string[] {
  const byDay = new Map(invoices.map(({ day, net }) => [day, net]));
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(decimalFromHalalas(byDay.get(day) ?? 0));
  return days;
}

/**
 * Invoices of this month and of the last one, by day in Riyadh, as the tax documents have them: what was invoiced
 * before VAT, what credit notes gave back with VAT, and the VAT that remains. For `finance.read`. Throws
 * Unauthenticated, Forbidden.
 */
export async function readSales(ctx: Ctx) {
  requirePermission(ctx, "finance.read");
  const today = riyadhDate(ctx.now());
  const month = firstOf(today);
  const earlier = firstOf(addDays(month, -1));
  const { issuedAt, kind, netHalalas, taxHalalas, totalHalalas } = taxDocuments;
  const sum = (column: Column) => sql<number>`sum(${column})::float8`;
  const day = sql<string>`((${issuedAt} at time zone 'Asia/Riyadh')::date)::text`;
  const days: Day[] = await ctx.db
    .select({
      day,
      kind,
      documents: sql<number>`count(*)::int`,
      net: sum(netHalalas),
      tax: sum(taxHalalas),
      total: sum(totalHalalas),
    })
    .from(taxDocuments)
    .where(and(gte(issuedAt, startOfRiyadhDay(earlier)), lt(issuedAt, startOfRiyadhDay(addDays(today, 1)))))
    .groupBy(sql`1`, kind);
  const of = (wanted: string, from: string, to: string) =>
    days.filter((one) => one.kind === wanted && one.day >= from && one.day <= to);
  const invoices = of("invoice", month, today);
  const notes = of("credit-note", month, today);
  const lastDay = addDays(month, -1);
  // The 31st is compared with the whole of a shorter month.
  const sameDay = addDays(earlier, Number(today.slice(8)) - 1);
  const before = of("invoice", earlier, lastDay);
  const untilSameDay = of("invoice", earlier, sameDay < lastDay ? sameDay : lastDay);
  return {
    month: month.slice(0, 7),
    through: today,
    net: decimalFromHalalas(sumOf(invoices, "net")),
    orders: sumOf(invoices, "documents"),
    refunded: decimalFromHalalas(sumOf(notes, "total")),
    vat: decimalFromHalalas(sumOf(invoices, "tax") - sumOf(notes, "tax")),
    days: series(invoices, month, today),
    previous: {
      month: earlier.slice(0, 7),
      net: decimalFromHalalas(sumOf(untilSameDay, "net")),
      days: series(before, earlier, lastDay),
    },
  };
}
