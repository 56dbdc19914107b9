/** The CPD record as files: a CSV for spreadsheets, and a PDF. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { sellerSettings } from "#features/settings/settings.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { date, label, number, text } from "#platform/export/columns.ts";
import { csvHead, csvRows } from "#platform/export/csv.server.ts";
import { consumeRateLimit } from "#platform/rate-limit.server.ts";
import { getAccountKey, runInWorker } from "#platform/workers/run-in-worker.server.ts";
import { m } from "#messages";
import { categoryLabel, kindLabel } from "./record-labels.ts";
import { readHolderNames, readRecord } from "./record.server.ts";
import { buildRecordRows, type RecordRow } from "./record-rows.ts";
import { requireConfirmedAddress } from "#features/people/confirmed-address.server.ts";

const columns = [
  date(label(m.common_first_day), (row: RecordRow) => (row.verified ? row.verified.startDate : row.declared.date)),
  date(label(m.common_last_day), (row: RecordRow) => (row.verified ? row.verified.endDate : row.declared.date)),
  text(label(m.cpd_activity), (row: RecordRow, locale) => getTitle(row, locale)),
  text(label(m.cpd_provider), (row: RecordRow, locale) =>
    row.verified ? m.site_name({}, { locale }) : row.declared.provider,
  ),
  text(label(m.cpd_category), (row: RecordRow, locale) =>
    row.verified
      ? categoryLabel(row.verified, locale)
      : m.cpd_declared_of({ kind: kindLabel(row.declared.kind, locale) }, { locale }),
  ),
  number(label(m.cpd_file_verified_hours), (row: RecordRow) => row.verified?.hours ?? null),
  number(label(m.cpd_file_declared_hours), (row: RecordRow) => row.declared?.hours ?? null),
  text(label(m.common_certificate_number), (row: RecordRow) => row.verified?.number ?? null),
  text(label(m.common_accreditation_number), (row: RecordRow) => row.verified?.accreditationNumber ?? null),
];

const getTitle = (row: RecordRow, locale: Locale) =>
  row.declared ? row.declared.title : (locale === "ar" && row.verified.titleAr) || row.verified.titleEng;

/**
 * Exports the caller's record as CSV. Verified and declared hours have separate columns, so that nobody adds them up.
 * Throws Unauthenticated, ConfirmedAddressRequired, RateLimited.
 */
export async function exportRecordCsv(ctx: Ctx) {
  const { id } = requireViewer(ctx);
  await requireConfirmedAddress(ctx);
  await consumeRateLimit(ctx, "documentPerAccount", id);
  const rows = buildRecordRows(await readRecord(ctx, id));
  const text = csvHead(columns, ctx.locale) + csvRows(columns, rows, ctx.locale);
  return { bytes: new Uint8Array(Buffer.from(text, "utf8")), filename: `cpd-record-${riyadhDate(ctx.now())}.csv` };
}

/** The PDFs of the last 15 minutes. The key is a hash of the content, so a changed record is drawn again. */
const pdfCache = new LRUCache<string, Uint8Array>({
  max: 50,
  maxSize: 10_000_000,
  sizeCalculation: (bytes) => bytes.length,
  ttl: 15 * 60 * 1000,
});

/**
 * Draws the caller's record as a tagged PDF (A4, both languages) in a worker. Throws Unauthenticated,
 * ConfirmedAddressRequired, RateLimited, QueueFull.
 */
export async function drawRecordPdf(ctx: Ctx) {
  const { id } = requireViewer(ctx);
  await requireConfirmedAddress(ctx);
  await consumeRateLimit(ctx, "documentPerAccount", id);
  const record = await readRecord(ctx, id);
  const names = await readHolderNames(ctx, id, record.certificates);
  const { nameEng, email, phone } = await sellerSettings(ctx);
  const today = riyadhDate(ctx.now());
  const content = { names, rows: buildRecordRows(record), seller: { nameEng, email, phone }, today };
  const key = createHash("sha256")
    .update(JSON.stringify(["cpd-record", id, content, ctx.locale]))
    .digest("base64");
  const sheet = { ...content, at: ctx.now() };
  const bytes =
    pdfCache.get(key) ??
    (await runInWorker("cpd-record-pdf", [sheet, ctx.locale], { account: getAccountKey(ctx), key }));
  pdfCache.set(key, bytes);
  return { bytes: new Uint8Array(bytes), filename: `cpd-record-${today}.pdf` };
}
