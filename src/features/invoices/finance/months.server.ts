import { and, count, eq, gte, inArray, lt, max, min, ne, sql, sum } from "drizzle-orm";
import type { DocumentKind } from "#features/invoices/document.ts";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";
import { accountantSettings } from "#features/settings/settings.server.ts";
import { readDisplayNames } from "#features/staff/names.server.ts";
import { lastResult } from "#features/staff/tasks/tasks.server.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { noSuchRecord, requirePermission, type Ctx, inTransaction, requireStaff } from "#platform/context.server.ts";
import { paginateRows } from "#platform/db/list-page.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { audit } from "#platform/audit.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";
import { bookMonth, type Series, type Sums } from "./books.server.ts";
import { checkDocuments } from "./check.server.ts";
import { compareMonth } from "./compare.server.ts";
import { monthBounds, toRiyadhMonth, monthsBetween, vatDueOn, type MonthTotals } from "./months.ts";
import { closedMonths } from "./tables.server.ts";

const figures = ["sales", "salesTax", "refunds", "refundTax"] as const;

/**
 * Reads who closed a month and when, and which figures have changed since (there should be none); null for an open
 * month. Checks no permission.
 */
async function readClosed(ctx: Ctx, month: string, currentTotals: MonthTotals) {
  const [closed] = await ctx.db.select().from(closedMonths).where(eq(closedMonths.month, month));
  if (!closed) return null;
  const { totals: closedTotals, closedBy, closedByName, closedAt } = closed;
  const staffNames = await readDisplayNames(ctx, [closedBy]);
  return {
    by: { id: closedBy, name: staffNames.get(closedBy) ?? closedByName },
    at: closedAt.toISOString(),
    differences: figures
      .filter((figure) => closedTotals[figure] !== currentTotals[figure])
      .map((figure) => ({
        figure,
        kept: decimalFromHalalas(closedTotals[figure]),
        now: decimalFromHalalas(currentTotals[figure]),
      })),
  };
}

export interface MonthSums extends Omit<Sums, "seats"> {
  month: string;
  invoices: number;
  creditNotes: number;
}

/**
 * Sums each month's documents by kind. The query goes month by month, because deriving the month from each row takes
 * three times as long with a million documents.
 */
async function sumDocuments(ctx: Ctx) {
  const { kind, issuedAt, netHalalas, taxHalalas } = taxDocuments;
  const [span] = await ctx.db.select({ first: min(issuedAt), last: max(issuedAt) }).from(taxDocuments);
  if (!span?.first || !span.last) return [];
  const months = monthsBetween(span.first, span.last).map((month) => {
    const { from, to } = monthBounds(month);
    return sql`(${month}, ${from.toISOString()}::timestamptz, ${to.toISOString()}::timestamptz)`;
  });
  const kindSums = ctx.db
    .select({ kind, count: count().as("count"), net: sum(netHalalas).as("net"), tax: sum(taxHalalas).as("tax") })
    .from(taxDocuments)
    .where(and(gte(issuedAt, sql`month.since`), lt(issuedAt, sql`month.until`)))
    .groupBy(kind)
    .as("sums");
  return ctx.db
    .select({
      month: sql<string>`month.name`,
      kind: kindSums.kind,
      count: kindSums.count,
      net: sql`${kindSums.net}`.mapWith(Number),
      tax: sql`${kindSums.tax}`.mapWith(Number),
    })
    .from(sql`(values ${sql.join(months, sql`, `)}) as month (name, since, until)`)
    .innerJoinLateral(kindSums, sql`true`);
}

/** Sums all months with documents, and this month; newest first. Checks no permission. */
export async function monthSums(ctx: Ctx): Promise<MonthSums[]> {
  const rows = await sumDocuments(ctx);
  const empty = { invoices: 0, creditNotes: 0, sales: 0, salesTax: 0, refunds: 0, refundTax: 0 };
  const months = new Map([[toRiyadhMonth(ctx.now()), { ...empty }]]);
  for (const { month, kind, count, net, tax } of rows) {
    const sums = months.get(month) ?? { ...empty };
    if (kind === "invoice") Object.assign(sums, { invoices: count, sales: net, salesTax: tax });
    else Object.assign(sums, { creditNotes: count, refunds: net, refundTax: tax });
    months.set(month, sums);
  }
  return [...months]
    .map(([month, sums]) => ({ month, ...sums }))
    .toSorted((one, other) => (one.month < other.month ? 1 : -1));
}

/** Formats amounts as decimals, refunds negative, with their total. */
function toFigures({ sales, salesTax, refunds, refundTax }: Omit<Sums, "seats">) {
  return {
    sales: decimalFromHalalas(sales),
    salesTax: decimalFromHalalas(salesTax),
    refunds: decimalFromHalalas(-refunds),
    refundTax: decimalFromHalalas(-refundTax),
    net: decimalFromHalalas(sales - refunds),
    tax: decimalFromHalalas(salesTax - refundTax),
    total: decimalFromHalalas(sales + salesTax - refunds - refundTax),
  };
}

/** Builds a month for the API. */
export const toMonth = ({ month, invoices, creditNotes, ...sums }: MonthSums) => ({
  id: month,
  invoices,
  creditNotes,
  ...toFigures(sums),
  vatDueOn: vatDueOn(month),
});

/** Lists months with their sales, VAT and refunds. A document belongs to the month in which it was issued in Riyadh. */
export async function listMonths(
  ctx: Ctx,
  query: ListQuery<"id", object>,
): Promise<ListPage<ReturnType<typeof toMonth>>> {
  requirePermission(ctx, listMonths.permission);
  return paginateRows(query, (await monthSums(ctx)).map(toMonth));
}
listMonths.permission = "finance.read" as const;

/**
 * Lists numbers that are missing in a month's series, up to its last number. Starts one number before its first, to
 * find a gap between two months.
 */
async function findMissingNumbers(ctx: Ctx, kind: DocumentKind, { sequences }: Series): Promise<number[]> {
  if (sequences.length === 0) return [];
  const present = new Set(sequences);
  // Not Math.min(...), because a month may have more documents than a call takes arguments.
  const sorted = sequences.toSorted((a, b) => a - b);
  const [first = 1, last = 1] = [sorted[0], sorted.at(-1)];
  const missing: number[] = [];
  for (let number = Math.max(1, first - 1); number < last; number++) if (!present.has(number)) missing.push(number);
  if (missing.length === 0) return [];
  // A document of another month may have a number out of order, because clocks of two processes differ.
  const { sequence } = taxDocuments;
  const otherRows = await ctx.db
    .select({ sequence })
    .from(taxDocuments)
    .where(and(eq(taxDocuments.kind, kind), inArray(sequence, missing)));
  const usedInOtherMonths = new Set(otherRows.map((row) => row.sequence));
  return missing.filter((number) => !usedInOtherMonths.has(number));
}

/** Lists refunds decided in the month that are not paid yet. */
async function readOpenRefunds(ctx: Ctx, { from, to }: { from: Date; to: Date }) {
  const rows = await ctx.db
    .select({ refund: refunds, orderId: payments.orderId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(ne(refunds.status, "done"), gte(refunds.createdAt, from), lt(refunds.createdAt, to)))
    .orderBy(refunds.id)
    .limit(100);
  return rows.map(({ refund: { id, amountHalalas, status }, orderId }) => ({
    id,
    orderId,
    amount: decimalFromHalalas(amountHalalas),
    status,
  }));
}

const toSeries = (series: Series, missing: number[]) => ({
  count: series.count,
  first: series.first,
  last: series.last,
  missing,
});

/** Converts the last result of a checking task for the API; null when it never ran. */
const toCheck = (last: Awaited<ReturnType<typeof lastResult>>) =>
  last && { taskId: last.id, endedAt: last.endedAt.toISOString(), faults: last.failed, result: last.result };

const toTotals = ({ totals, series }: Awaited<ReturnType<typeof bookMonth>>): MonthTotals => ({
  invoices: series.invoice.count,
  creditNotes: series["credit-note"].count,
  sales: totals.sales,
  salesTax: totals.salesTax,
  refunds: totals.refunds,
  refundTax: totals.refundTax,
});

/** Calculates the figures that are stored when a month is closed. Checks no permission. */
const readTotals = async (ctx: Ctx, month: string): Promise<MonthTotals> => toTotals(await bookMonth(ctx, month));

/**
 * Reads a month: its sums, by course and by day, whether its numbers are complete, pending refunds, the last comparison
 * and verification, and who closed it. Throws NotFound (a future month).
 */
export async function readMonth(ctx: Ctx, { id: month }: { id: string }) {
  requirePermission(ctx, readMonth.permission);
  if (month > toRiyadhMonth(ctx.now())) throw noSuchRecord(ctx);
  const books = await bookMonth(ctx, month);
  const { totals, series, courses, days, codes } = books;
  const invoices = toSeries(series.invoice, await findMissingNumbers(ctx, "invoice", series.invoice));
  const notes = toSeries(series["credit-note"], await findMissingNumbers(ctx, "credit-note", series["credit-note"]));
  const { from, to } = monthBounds(month);
  const isOver = to <= ctx.now();
  const openRefunds = await readOpenRefunds(ctx, { from, to });
  const [comparison, check] = [
    await lastResult(ctx, compareMonth, { month }),
    await lastResult(ctx, checkDocuments, {}),
  ];
  const areChecksPassed = [comparison, check].every((last) => last !== null && last.failed === 0 && last.endedAt >= to);
  const hasGaps = invoices.missing.length + notes.missing.length > 0;
  return {
    id: month,
    vatDueOn: vatDueOn(month),
    isOver,
    endsAt: to.toISOString(),
    isReady: isOver && areChecksPassed && !hasGaps && openRefunds.length === 0,
    closed: await readClosed(ctx, month, toTotals(books)),
    seats: totals.seats,
    ...toFigures(totals),
    invoices,
    creditNotes: notes,
    courses: courses.map(({ nameEng, nameAr, seats, ...sums }) => ({
      name_eng: nameEng,
      name_ar: nameAr,
      seats,
      ...toFigures(sums),
    })),
    days: days.map(({ day, seats, ...sums }) => ({ day, seats, ...toFigures(sums) })),
    codes: codes.map(({ code, seats, discount, ...sums }) => {
      return { code, seats, discount: decimalFromHalalas(discount), ...toFigures(sums) };
    }),
    openRefunds,
    comparison: toCheck(comparison),
    check: toCheck(check),
    accountant: (await accountantSettings(ctx))?.email ?? null,
  };
}
readMonth.permission = "finance.read" as const;

/**
 * Closes a month: stores who, when, and its sums. The month must be over, so no later document is dated in it. Throws
 * NotFound (a future month), Conflict (not over, checks failed, or closed already).
 */
export async function closeMonth(ctx: Ctx, { month }: { month: string }): Promise<void> {
  requirePermission(ctx, closeMonth.permission);
  const { id: closedBy, name: closedByName } = requireStaff(ctx);
  if (month > toRiyadhMonth(ctx.now())) throw noSuchRecord(ctx);
  const { locale } = ctx;
  await inTransaction(ctx, async (ctx) => {
    const { isReady } = await readMonth(ctx, { id: month });
    if (!isReady) throw new Conflict(m.finance_not_ready({}, { locale }));
    const totals = await readTotals(ctx, month);
    const row = { month, totals, closedBy, closedByName, closedAt: ctx.now() };
    const [written] = await ctx.db.insert(closedMonths).values(row).onConflictDoNothing().returning();
    if (!written) throw new Conflict(m.finance_closed_already({}, { locale }));
    await audit(ctx, { action: "month.closed", entity: "month", entityId: month, after: { ...totals } });
  });
}
closeMonth.permission = "finance.close" as const;
