import { z } from "zod";
import { line } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { getList, notFound } from "#platform/http/staff-resource.server.ts";
import { queueRuns, queueStateNames } from "./job-types.ts";
import { listFailedJobs, listQueues, queueSorts, retryJob, type JobId, type Queues } from "./jobs.server.ts";

const queue = z.object({
  id: z.string(),
  everySeconds: z.int().nullable(),
  waiting: z.int(),
  running: z.int(),
  failed: z.int(),
  lastEndedAt: z.string().nullable(),
  lastFailed: z.boolean(),
});

/** `queues` is the table of all jobs. It is a parameter, because this layer must not import it. */
export const list = (queues: () => Queues) =>
  getList({
    access: listFailedJobs.permission,
    summary: "Lists the background jobs: how many wait, run or failed, and when each last ended",
    sorts: queueSorts,
    filter: z.object({ state: z.enum(queueStateNames).optional(), runs: z.enum(queueRuns).optional() }),
    row: queue,
    list: (ctx, query) => listQueues(ctx, queues(), query),
  });

export const failed = getList({
  access: listFailedJobs.permission,
  summary: "Lists failed jobs that are not retried any more",
  sorts: ["failed_at", "queue", "tries"],
  filter: z.object({ queue: line(60).optional() }),
  row: z.object({
    id: z.string(),
    queue: z.string(),
    reason: z.string(),
    tries: z.int(),
    createdAt: z.string(),
    failedAt: z.string(),
  }),
  list: listFailedJobs,
});

/** The id of a failed job: its queue and its UUID, such as `mail.send:<UUID>`. */
const jobId = () =>
  z
    .string()
    .regex(/^[a-z.-]{1,60}:[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    .transform((text): JobId => {
      const [queue = "", id = ""] = text.split(":");
      return { queue, id };
    });

export const retry = (queues: () => Queues) =>
  staffEndpoint({
    access: retryJob.permission,
    summary: "Runs a failed job once more",
    errors: { ...notFound, 409: "The job has not failed, or belongs to a schedule, which runs again automatically" },
    input: z.object({ id: jobId() }),
    reply: z.object({ ok: z.literal(true) }),
    handle: async (ctx, { id }) => {
      await retryJob(ctx, queues(), id);
      return { ok: true } as const;
    },
  });
