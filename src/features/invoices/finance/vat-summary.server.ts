import { and, count, gte, lt, sql, sum } from "drizzle-orm";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { sellerSettings } from "#features/settings/settings.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import type { FileAnswer } from "#platform/http/staff-endpoint.server.ts";
import { getAccountKey, runInWorker } from "#platform/workers/run-in-worker.server.ts";
import { m } from "#messages";
import { monthBounds, toRiyadhMonth, periodMonths, vatDueOn } from "./months.ts";
import type { Period, VatSummary } from "./vat-summary.ts";

/** Sums the period's documents by month, kind and rate. Checks no permission. */
export async function readVatSummary(ctx: Ctx, month: string, period: Period): Promise<VatSummary> {
  const months = periodMonths(month, period);
  const [first = month, last = month] = [months[0], months.at(-1)];
  const { kind, issuedAt, taxPercent, netHalalas, taxHalalas } = taxDocuments;
  const monthSql = sql<string>`to_char(${issuedAt} at time zone 'Asia/Riyadh', 'YYYY-MM')`;
  const rows = await ctx.db
    .select({
      month: monthSql,
      kind,
      taxPercent,
      documents: count(),
      net: sum(netHalalas).mapWith(Number),
      tax: sum(taxHalalas).mapWith(Number),
    })
    .from(taxDocuments)
    .where(and(gte(issuedAt, monthBounds(first).from), lt(issuedAt, monthBounds(last).to)))
    .groupBy(sql`1`, kind, taxPercent)
    .orderBy(sql`1`, sql`${kind} desc`, sql`${taxPercent} desc`);
  const now = ctx.now();
  return {
    period,
    months,
    lines: rows.map((row) => (row.kind === "invoice" ? row : { ...row, net: -row.net, tax: -row.tax })),
    seller: await sellerSettings(ctx),
    dueOn: vatDueOn(last),
    isOpen: monthBounds(last).to > now,
    printedAt: now,
  };
}

/**
 * Renders the VAT summary of a month or its quarter as a PDF in both languages, with its title in the caller's: sales,
 * credit notes and VAT payable, by rate. Contains no names of people. Throws NotFound (a future month), QueueFull.
 */
export async function vatSummary(ctx: Ctx, { id: month, of: period }: { id: string; of: Period }): Promise<FileAnswer> {
  requirePermission(ctx, vatSummary.permission);
  if (month > toRiyadhMonth(ctx.now())) throw noSuchRecord(ctx);
  const summary = await readVatSummary(ctx, month, period);
  const { locale } = ctx;
  const periodText = summary.months.length === 1 ? month : `${summary.months[0]} ${summary.months.at(-1)}`;
  // Cache key: everything except the time of printing, so that simultaneous requests share one PDF.
  const key = JSON.stringify(["vat-summary", locale, { ...summary, printedAt: null }]);
  const body = await runInWorker("vat-summary-pdf", [summary, locale], { account: getAccountKey(ctx), key });
  await inTransaction(ctx, (ctx) =>
    audit(ctx, { action: "month.vat-summary", entity: "month", entityId: month, after: { months: summary.months } }),
  );
  return {
    name: `${m.finance_vat_title({}, { locale })} ${periodText}.pdf`,
    type: "application/pdf",
    body,
  };
}
vatSummary.permission = "finance.export" as const;
