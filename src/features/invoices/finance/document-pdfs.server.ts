import { createReadStream, createWriteStream, type ReadStream } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import type { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import { and, asc, count, gt, gte, inArray, lt } from "drizzle-orm";
import yazl from "yazl";
import { z } from "zod";
import { orderPdfFile } from "#features/invoices/documents.server.ts";
import { taxDocuments } from "#features/invoices/tables.server.ts";
import { defineTask } from "#features/staff/tasks/define.server.ts";
import { chosenNumbers } from "#features/staff/tasks/export.server.ts";
import { monthAndYear, riyadhDate } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";
import { monthField } from "./exports.server.ts";
import { monthBounds } from "./months.ts";

/** A step's: drawing one takes some tens of milliseconds. */
const atOnce = 8;

/** Of a month, or of orders chosen in their list. */
type Selection = { month: string } | { order_ids: number[] };

function selectedSql(selection: Selection) {
  if ("order_ids" in selection) return inArray(taxDocuments.orderId, selection.order_ids);
  const { from, to } = monthBounds(selection.month);
  return and(gte(taxDocuments.issuedAt, from), lt(taxDocuments.issuedAt, to));
}

interface Pdf {
  name: string;
  bytes: Uint8Array;
}

/** The next documents, drawn; the last one's id, null when none is left. */
async function nextPdfs(ctx: Ctx, selection: Selection, after: number): Promise<{ pdfs: Pdf[]; last: number | null }> {
  const { id, orderId } = taxDocuments;
  const documents = await ctx.db
    .select({ id, orderId })
    .from(taxDocuments)
    .where(and(selectedSql(selection), gt(id, after)))
    .orderBy(asc(id))
    .limit(atOnce);
  const pdfs: Pdf[] = [];
  for (const { id, orderId } of documents) {
    const file = await orderPdfFile(ctx, orderId, (one) => one.id === id);
    if (!file) throw new Error("A tax document is gone");
    const { bytes } = await file.make({ isBackground: true });
    pdfs.push({ name: file.filename, bytes });
  }
  return { pdfs, last: documents.length === atOnce ? (documents.at(-1)?.id ?? null) : null };
}

/** What the steps write: of each file its name and size on a line, then its bytes. */
const headOf = ({ name, bytes }: Pdf) => `${JSON.stringify({ name, size: bytes.length })}\n`;
const longestHead = 200;

/** The files in what the steps wrote: where each lies in it. */
async function* placesIn(handle: FileHandle): AsyncGenerator<{ name: string; start: number; size: number }> {
  const { size: end } = await handle.stat();
  for (let at = 0; at < end;) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(longestHead), 0, longestHead, at);
    const line = buffer.subarray(0, bytesRead).indexOf("\n");
    const { name, size } = JSON.parse(buffer.toString("utf8", 0, line)) as { name: string; size: number };
    const start = at + line + 1;
    yield { name, start, size };
    at = start + size;
  }
}

/** Makes the archive of what the steps wrote, one file after the other: none is in memory as a whole. */
async function writeArchive(written: string, archive: string): Promise<void> {
  const handle = await open(written);
  try {
    const zip = new yazl.ZipFile();
    const output = zip.outputStream as PassThrough;
    zip.on("error", (error: Error) => output.destroy(error));
    for await (const { name, start, size } of placesIn(handle))
      // A PDF is compressed already.
      zip.addReadStreamLazy(name, { size, compress: false }, (opened) => {
        const part: ReadStream = createReadStream(written, { start, end: start + size - 1 });
        part.on("error", (error) => output.destroy(error));
        opened(null, part);
      });
    zip.end();
    await pipeline(output, createWriteStream(archive, { mode: 0o600 }));
  } finally {
    await handle.close();
  }
}

const title = (selection: Selection, locale: Locale): string => {
  const what = m.finance_pdfs_title({}, { locale });
  if ("order_ids" in selection) return m.finance_of_chosen_orders({ what }, { locale });
  return m.finance_of_month({ what, month: monthAndYear(selection.month, locale) }, { locale });
};

/** Long work: tax documents as one ZIP of PDFs, for who keeps the books: those of a month, or of chosen orders. */
export const documentPdfs = defineTask<Selection, number, Awaited<ReturnType<typeof nextPdfs>>>({
  kind: "finance.pdfs",
  permission: "finance.export",
  personal: true,
  input: z.union([z.strictObject({ month: monthField() }), z.strictObject({ order_ids: chosenNumbers() })]),
  title,
  async total(ctx, selection) {
    const [found] = await ctx.db.select({ rows: count() }).from(taxDocuments).where(selectedSql(selection));
    const total = found?.rows ?? 0;
    if (total === 0 && "order_ids" in selection)
      throw new Conflict(m.finance_orders_without_documents({}, { locale: ctx.locale }));
    return total;
  },
  // Drawn outside of the step's transaction; what is drawn is kept for the next download, too.
  prepare: (ctx, selection, cursor) => nextPdfs(ctx, selection, cursor ?? 0),
  async step(_ctx, _input, { prepared: { pdfs, last }, write }) {
    for (const pdf of pdfs) {
      write(headOf(pdf));
      write(pdf.bytes);
    }
    return { cursor: last, done: pdfs.length };
  },
  file: (selection, locale, now) => ({
    name: `${m.finance_pdfs_title({}, { locale })} ${"month" in selection ? selection.month : riyadhDate(now)}.zip`,
    type: "application/zip",
    finish: writeArchive,
  }),
});
