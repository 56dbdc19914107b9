import { and, asc, count, gt, gte, inArray, lt } from "drizzle-orm";
import { z } from "zod";
import { orderPdfFile } from "#features/invoices/documents/documents.server.ts";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { writeArchive, writeArchived, type ArchivedFile } from "#features/staff/tasks/archive.server.ts";
import { defineTask } from "#features/staff/tasks/define.server.ts";
import { chosenNumbers } from "#features/staff/tasks/export.server.ts";
import { monthAndYear, riyadhDate } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";
import { monthField } from "./exports.server.ts";
import { monthBounds } from "./months.ts";

/** Documents per step; drawing one takes some tens of milliseconds. */
const documentsPerStep = 8;

/** The documents of a month, or of orders that staff selected in the list of orders. */
type Selection = { month: string } | { order_ids: number[] };

function selectedSql(selection: Selection) {
  if ("order_ids" in selection) return inArray(taxDocuments.orderId, selection.order_ids);
  const { from, to } = monthBounds(selection.month);
  return and(gte(taxDocuments.issuedAt, from), lt(taxDocuments.issuedAt, to));
}

/** Draws the next documents. `last` is the id of the last one; null when none is left. */
async function drawNextPdfs(
  ctx: Ctx,
  selection: Selection,
  after: number,
): Promise<{ pdfs: ArchivedFile[]; last: number | null }> {
  const { id, orderId } = taxDocuments;
  const documents = await ctx.db
    .select({ id, orderId })
    .from(taxDocuments)
    .where(and(selectedSql(selection), gt(id, after)))
    .orderBy(asc(id))
    .limit(documentsPerStep);
  const pdfs: ArchivedFile[] = [];
  for (const { id, orderId } of documents) {
    const file = await orderPdfFile(ctx, orderId, (one) => one.id === id);
    if (!file) throw new Error("A tax document is gone");
    const { bytes } = await file.make({ isBackground: true });
    pdfs.push({ name: file.filename, bytes });
  }
  return { pdfs, last: documents.length === documentsPerStep ? (documents.at(-1)?.id ?? null) : null };
}

const formatTitle = (selection: Selection, locale: Locale): string => {
  const what = m.finance_pdfs_title({}, { locale });
  if ("order_ids" in selection) return m.finance_of_chosen_orders({ what }, { locale });
  return m.finance_of_month({ what, month: monthAndYear(selection.month, locale) }, { locale });
};

/** Task: makes a ZIP of PDFs for the accountant, with the tax documents of a month or of chosen orders. */
export const documentPdfs = defineTask<Selection, number, Awaited<ReturnType<typeof drawNextPdfs>>>({
  kind: "finance.pdfs",
  permission: "finance.export",
  personal: true,
  input: z.union([z.strictObject({ month: monthField() }), z.strictObject({ order_ids: chosenNumbers() })]),
  title: formatTitle,
  async total(ctx, selection) {
    const [row] = await ctx.db.select({ rows: count() }).from(taxDocuments).where(selectedSql(selection));
    const total = row?.rows ?? 0;
    if (total === 0 && "order_ids" in selection)
      throw new Conflict(m.finance_orders_without_documents({}, { locale: ctx.locale }));
    return total;
  },
  // Draws the PDFs outside the step's transaction; they are cached for the next download.
  prepare: (ctx, selection, cursor) => drawNextPdfs(ctx, selection, cursor ?? 0),
  async step(_ctx, _input, { prepared: { pdfs, last }, write }) {
    for (const pdf of pdfs) writeArchived(write, pdf);
    return { cursor: last, done: pdfs.length };
  },
  file: (selection, locale, now) => ({
    name: `${m.finance_pdfs_title({}, { locale })} ${"month" in selection ? selection.month : riyadhDate(now)}.zip`,
    type: "application/zip",
    finish: writeArchive,
  }),
});
