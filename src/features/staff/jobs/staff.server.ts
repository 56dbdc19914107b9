import { z } from "zod";
import { line } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { getList, notFound } from "#platform/http/staff-resource.server.ts";
import { queueRuns, queueStateNames } from "./job-types.ts";
import { listFailedJobs, listQueues, queueSorts, retryJob, type JobId, type Queues } from "./jobs.server.ts";

const queue = z.object({
  id: z.string(),
  every_seconds: z.int().nullable(),
  waiting: z.int(),
  running: z.int(),
  failed: z.int(),
  last_ended_at: z.string().nullable(),
  last_failed: z.boolean(),
});

/** `queues` is the table of jobs, which is above this layer. */
export const list = (queues: () => Queues) =>
  getList({
    access: listFailedJobs.permission,
    summary: "Every background job: what waits, runs and failed, and the last turn of a schedule",
    sorts: queueSorts,
    filter: z.object({ state: z.enum(queueStateNames).optional(), runs: z.enum(queueRuns).optional() }),
    row: queue,
    list: (ctx, query) => listQueues(ctx, queues(), query),
  });

export const failed = getList({
  access: listFailedJobs.permission,
  summary: "Jobs that are tried no more",
  sorts: ["failed_at", "queue", "tries"],
  filter: z.object({ queue: line(60).optional() }),
  row: z.object({
    id: z.string(),
    queue: z.string(),
    reason: z.string(),
    tries: z.int(),
    created_at: z.string(),
    failed_at: z.string(),
  }),
  list: listFailedJobs,
});

/** `mail.send:` and a UUID. */
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
    summary: "Lets a failed job run once more",
    errors: { ...notFound, 409: "Not failed, or of a schedule, which runs again automatically" },
    input: z.object({ id: jobId() }),
    reply: z.object({ ok: z.literal(true) }),
    handle: async (ctx, { id }) => {
      await retryJob(ctx, queues(), id);
      return { ok: true } as const;
    },
  });
