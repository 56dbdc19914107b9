import { and, asc, count, eq, gt, gte, lt, type Column, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Message } from "#platform/pdf/bilingual.ts";
import { correctedCompany, currentCompany } from "#features/invoices/einvoices/seal.server.ts";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { defineExport } from "#features/staff/tasks/export.server.ts";
import { monthAndYear } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { instant, label, money, number, text } from "#platform/export/columns.ts";
import { m } from "#messages";
import { monthBounds } from "./months.ts";
import { monthSums, type MonthSums } from "./months.server.ts";

/** Makes the function that titles an export, with its month if it has one. */
export const titled =
  (message: Message) =>
  ({ month }: { month?: string | undefined }, locale: Locale) =>
    month
      ? m.finance_of_month({ what: message({}, { locale }), month: monthAndYear(month, locale) }, { locale })
      : message({}, { locale });

/** Field for a month in Riyadh: the month in which a document was issued or an order was placed. */
export const monthField = () => z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, "invalid");

/** SQL condition that a time is in the month; no condition without a month. */
export const withinSql = (column: Column, month?: string): SQL | undefined => {
  if (month === undefined) return undefined;
  const { from, to } = monthBounds(month);
  return and(gte(column, from), lt(column, to));
};

interface DocumentFilter {
  month?: string | undefined;
  kind?: "invoice" | "credit-note" | undefined;
}
const whereDocuments = ({ month, kind }: DocumentFilter) =>
  and(withinSql(taxDocuments.issuedAt, month), kind && eq(taxDocuments.kind, kind));
const original = alias(taxDocuments, "original");

const selectDocuments = (ctx: Ctx, filter: DocumentFilter, after: number | null, limit: number) =>
  ctx.db
    .select({
      document: taxDocuments,
      original: original.number,
      correctedCompany: correctedCompany("production"),
    })
    .from(taxDocuments)
    .leftJoin(original, eq(original.id, taxDocuments.originalId))
    .where(and(whereDocuments(filter), after === null ? undefined : gt(taxDocuments.id, after)))
    .orderBy(asc(taxDocuments.id))
    .limit(limit);
type DocumentRow = Awaited<ReturnType<typeof selectDocuments>>[number];

/** The amount with the sign of its document: negative for a credit note, so that columns with invoices add up. */
const signed = ({ document: { kind } }: DocumentRow, halalas: number) => (kind === "invoice" ? halalas : -halalas);

/** Export task: tax documents in the order of their issue; the VAT column of a month adds up to the month's VAT. */
export const exportDocuments = defineExport<DocumentFilter, DocumentRow, number>({
  kind: "documents",
  permission: "finance.export",
  personal: true,
  title: titled(m.finance_export_documents),
  filter: z.strictObject({ month: monthField().optional(), kind: z.enum(["invoice", "credit-note"]).optional() }),
  columns: [
    text(label(m.finance_column_number), ({ document }) => document.number),
    text(label(m.finance_column_kind), ({ document }, locale) =>
      document.kind === "invoice" ? m.finance_kind_invoice({}, { locale }) : m.finance_kind_note({}, { locale }),
    ),
    instant(label(m.finance_column_issued), ({ document }) => document.issuedAt),
    text(label(m.finance_column_original), ({ original }) => original),
    number(label(m.common_order), ({ document }) => document.orderId),
    text(label(m.finance_column_buyer), ({ document }) => document.buyer.name),
    text(label(m.common_email), ({ document }) => document.buyer.email),
    text(
      label(m.finance_column_company),
      (row) => currentCompany(row.document.buyer, row.correctedCompany)?.name ?? null,
    ),
    text(
      label(m.common_vat_number),
      (row) => currentCompany(row.document.buyer, row.correctedCompany)?.vat_number ?? null,
    ),
    number(label(m.finance_column_vat_percent), ({ document }) => document.taxPercent),
    text(label(m.finance_column_code), ({ document }) =>
      [...new Set(document.lines.flatMap(({ discount }) => discount?.code ?? []))].join(", "),
    ),
    money(label(m.finance_column_discount), (row) =>
      signed(
        row,
        row.document.lines.reduce((sum, { discount }) => sum + (discount?.halalas ?? 0), 0),
      ),
    ),
    money(label(m.finance_column_net), (row) => signed(row, row.document.netHalalas)),
    money(label(m.finance_column_vat), (row) => signed(row, row.document.taxHalalas)),
    money(label(m.finance_column_total), (row) => signed(row, row.document.totalHalalas)),
  ],
  count: async (ctx, filter) =>
    (await ctx.db.select({ rows: count() }).from(taxDocuments).where(whereDocuments(filter)))[0]?.rows ?? 0,
  rows: selectDocuments,
  key: ({ document }) => document.id,
});

/** Export task: sales, VAT and credit notes of each month; no personal data. */
export const exportMonths = defineExport<Record<string, never>, MonthSums, string>({
  kind: "months",
  permission: "finance.export",
  title: titled(m.finance_export_months),
  filter: z.strictObject({}),
  columns: [
    text(label(m.finance_column_month), ({ month }) => month),
    number(label(m.finance_column_invoices), ({ invoices }) => invoices),
    money(label(m.finance_column_sales), ({ sales }) => sales),
    money(label(m.finance_column_sales_vat), ({ salesTax }) => salesTax),
    number(label(m.finance_column_notes), ({ creditNotes }) => creditNotes),
    money(label(m.finance_column_refunds), ({ refunds }) => -refunds),
    money(label(m.finance_column_refunds_vat), ({ refundTax }) => -refundTax),
    money(label(m.finance_column_vat_due), ({ salesTax, refundTax }) => salesTax - refundTax),
  ],
  count: async (ctx) => (await monthSums(ctx)).length,
  rows: async (ctx, _filter, after, limit) => {
    const months = (await monthSums(ctx)).toReversed();
    return months.filter(({ month }) => after === null || month > after).slice(0, limit);
  },
  key: ({ month }) => month,
});
