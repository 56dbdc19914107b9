/** TABLE OF CONTENTS: what runs in worker processes (platform/workers), never in the process that answers requests. */
import { serveJobs, type JobTable } from "#platform/workers/serve-jobs.ts";

const jobs = {
  "certificate-pdf": async () =>
    (await import("#features/learning/certificates/certificate-pdf.server.ts")).certificatePdf,
  "participants-file": async () =>
    (await import("#features/learning/participants/participants-file.server.ts")).readParticipants,
} satisfies JobTable;

serveJobs(jobs);

/** Types `runInWorker`: the name, its input and its result. */
type Jobs = { [Name in keyof typeof jobs]: Awaited<ReturnType<(typeof jobs)[Name]>> };
declare module "#platform/workers/run-in-worker.server.ts" {
  interface WorkerJobs extends Jobs {}
}
