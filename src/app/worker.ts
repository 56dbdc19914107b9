/** TABLE OF CONTENTS: the jobs of worker processes (platform/workers). The process that answers requests runs none. */
import { serveJobs, type JobTable } from "#platform/workers/serve-jobs.ts";

const jobs = {
  "certificate-pdf": async () =>
    (await import("#features/learning/certificates/certificate-pdf.server.ts")).certificatePdf,
  "cpd-record-pdf": async () => (await import("#features/learning/cpd/record-pdf.server.ts")).recordSheetPdf,
  "participants-file": async () =>
    (await import("#features/learning/participants/participants-file.server.ts")).readParticipants,
  "picture-size": async () => (await import("#features/content/media/read-picture.server.ts")).makeSize,
  "proforma-pdf": async () => (await import("#features/settlement/quotes/proforma-pdf.server.ts")).proformaPdf,
  "quote-pdf": async () => (await import("#features/settlement/quotes/quote-pdf.server.ts")).quotePdf,
  "read-upload": async () => (await import("#features/content/media/read-upload.server.ts")).readUpload,
  "share-picture": async () => (await import("#site/seo/draw-share-picture.server.ts")).drawSharePicture,
  "sign-in-sheet": async () => (await import("#features/seats/roster/sheet-pdf.server.ts")).sheetPdf,
  "tax-document-pdf": async () => (await import("#features/invoices/pdf.server.ts")).taxDocumentPdf,
  "vat-summary-pdf": async () => (await import("#features/invoices/finance/vat-summary-pdf.server.ts")).vatSummaryPdf,
} satisfies JobTable;

serveJobs(jobs);

/** Declares the names, inputs and results of the jobs for `runInWorker`. */
type Jobs = { [Name in keyof typeof jobs]: Awaited<ReturnType<(typeof jobs)[Name]>> };
declare module "#platform/workers/run-in-worker.server.ts" {
  interface WorkerJobs extends Jobs {}
}
