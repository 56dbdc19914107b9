/** PDF files of certificates for staff: a single one, or those of a run as a ZIP archive. */
import { and, asc, count, eq, gt, inArray, isNotNull, ne } from "drizzle-orm";
import { z } from "zod";
import { withRunTitle } from "#features/catalogue/run-title.server.ts";
import { requireRun } from "#features/catalogue/schedule/run-changes.server.ts";
import { writeArchive, writeArchived, type ArchivedFile } from "#features/staff/tasks/archive.server.ts";
import { defineTask } from "#features/staff/tasks/define.server.ts";
import { startTask } from "#features/staff/tasks/tasks.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import type { FileAnswer } from "#platform/http/staff-endpoint.server.ts";
import { getAccountKey } from "#platform/workers/run-in-worker.server.ts";
import { m } from "#messages";
import type { IssuedCertificate } from "./certificate.ts";
import { drawCertificate } from "./download.server.ts";
import { certificates } from "./tables.server.ts";
import { recordId } from "#platform/http/fields.server.ts";

/** Certificates per step of the task; drawing one takes some tens of milliseconds. */
const certificatesPerStep = 8;

const { id, runId, enrolmentId, state, holder } = certificates;
const input = z.strictObject({
  run_id: recordId(),
  /** Ids of enrolments; absent for all certificates of the run. */
  seats: z.array(z.int()).optional(),
});
type Input = z.infer<typeof input>;

const whereSelected = ({ run_id: selectedRunId, seats }: Input) =>
  and(eq(runId, selectedRunId), eq(state, "valid"), isNotNull(holder), seats && inArray(enrolmentId, seats));

/** Draws the next certificates after an id. `last` is the id of the last one drawn, or null when none is left. */
async function drawNextPdfs(ctx: Ctx, selection: Input, after: number) {
  const rows = await ctx.db
    .select()
    .from(certificates)
    .where(and(whereSelected(selection), gt(id, after)))
    .orderBy(asc(id))
    .limit(certificatesPerStep);
  const pdfs: ArchivedFile[] = [];
  for (const row of rows) {
    const bytes = await drawCertificate(row as IssuedCertificate, ctx.locale, { isBackground: true });
    pdfs.push({ name: `${row.number}.pdf`, bytes });
  }
  return { pdfs, last: rows.length === certificatesPerStep ? (rows.at(-1)?.id ?? null) : null };
}

/** Task: the valid certificates of a run, or of some of its seats, as one ZIP of PDFs. */
export const certificateArchive = defineTask<Input, number, Awaited<ReturnType<typeof drawNextPdfs>>>({
  kind: "certificates.pdfs",
  permission: "attendance.read",
  personal: true,
  input,
  title: withRunTitle(m.certificates_archive_title),
  async total(ctx, selection) {
    await requireRun(ctx, selection.run_id);
    const [row] = await ctx.db.select({ rows: count() }).from(certificates).where(whereSelected(selection));
    if (!row?.rows) throw new Conflict(m.certificates_none_valid({}, { locale: ctx.locale }));
    return row.rows;
  },
  // Draws the files outside the step's transaction.
  prepare: (ctx, selection, cursor) => drawNextPdfs(ctx, selection, cursor ?? 0),
  async step(_ctx, _input, { prepared: { pdfs, last }, write }) {
    for (const pdf of pdfs) writeArchived(write, pdf);
    return { cursor: last, done: pdfs.length };
  },
  file: (_input, _locale, _now, title) => ({
    name: `${title}.zip`,
    type: "application/zip",
    finish: writeArchive,
  }),
});

/**
 * Starts the archive task. Needs a fresh sign-in. Throws FreshSignInRequired, NotFound, Conflict (no valid certificate,
 * or ten tasks are open).
 */
export async function startArchive(
  ctx: Ctx,
  { runId, enrolmentIds }: { runId: number; enrolmentIds?: number[] | undefined },
): Promise<{ id: number }> {
  requirePermission(ctx, startArchive.permission);
  return startTask(ctx, certificateArchive, { run_id: runId, ...(enrolmentIds && { seats: enrolmentIds }) });
}
startArchive.permission = certificateArchive.permission;

/**
 * Draws the PDF of a valid or replaced certificate. Audited. Throws NotFound, also for a revoked certificate and after
 * the holder's data was erased.
 */
export async function readCertificateFile(ctx: Ctx, { id: certificateId }: { id: number }): Promise<FileAnswer> {
  requirePermission(ctx, readCertificateFile.permission);
  const [row] = await ctx.db
    .select()
    .from(certificates)
    .where(and(eq(id, certificateId), ne(state, "revoked"), isNotNull(holder)));
  if (!row) throw noSuchRecord(ctx);
  const body = await drawCertificate(row as IssuedCertificate, ctx.locale, { account: getAccountKey(ctx) });
  await inTransaction(ctx, (ctx) =>
    audit(ctx, {
      action: "certificate.file-read",
      entity: "run",
      entityId: row.runId,
      after: { number: row.number, seatId: row.enrolmentId },
    }),
  );
  return { name: `${row.number}.pdf`, type: "application/pdf", body };
}
readCertificateFile.permission = "attendance.read" as const;
