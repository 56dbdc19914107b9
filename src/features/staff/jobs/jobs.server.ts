/**
 * The contents of the job queues (platform/jobs-queues.server.ts). Their tables belong to pg-boss, so this module reads
 * them in plain SQL.
 */
import { sql } from "drizzle-orm";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, noSuchRecord, requirePermission, type Ctx } from "#platform/context.server.ts";
import { maxRows, paginateRows } from "#platform/db/list-page.server.ts";
import { Conflict } from "#platform/errors.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import type { QueueSettings } from "#platform/jobs-queues.server.ts";
import { m } from "#messages";
import { getQueueState, type FailedJob, type QueueFilter, type QueueState } from "./job-types.ts";

export type Queues = Readonly<Record<string, QueueSettings>>;

const toIso = (value: unknown): string | null => (value === null ? null : new Date(String(value)).toISOString());

export const queueSorts = ["id", "waiting", "running", "everySeconds", "lastEndedAt"] as const;
type QueueQuery = ListQuery<(typeof queueSorts)[number], QueueFilter>;

/**
 * Lists the job queues that match the filter, with their counts. Requires `settings.write`. Throws Unauthenticated,
 * Forbidden.
 */
export async function listQueues(ctx: Ctx, queues: Queues, query: QueueQuery): Promise<ListPage<QueueState>> {
  requirePermission(ctx, "settings.write");
  const { state, runs } = query.filter;
  const matchingQueues = (await readQueueStates(ctx, queues)).filter(
    (queue) =>
      (state === undefined || getQueueState(queue) === state) &&
      (runs === undefined || (queue.everySeconds === null) === (runs === "when_needed")),
  );
  return paginateRows(query, matchingQueues);
}

async function readQueueStates(ctx: Ctx, queues: Queues): Promise<QueueState[]> {
  const { rows } = await ctx.db.execute(sql`
    select name,
      count(*) filter (where state in ('created', 'retry'))::int as waiting,
      count(*) filter (where state = 'active')::int as running,
      count(*) filter (where state = 'failed')::int as failed,
      max(completed_on) as ended,
      max(completed_on) filter (where state = 'failed') as failed_on
    from pgboss.job group by name`);
  const rowByName = new Map(rows.map((row) => [row["name"], row]));
  return Object.entries(queues).map(([id, { everySeconds }]) => {
    const row = rowByName.get(id);
    const ended = toIso(row?.["ended"] ?? null);
    return {
      id,
      everySeconds: everySeconds ?? null,
      waiting: Number(row?.["waiting"] ?? 0),
      running: Number(row?.["running"] ?? 0),
      failed: Number(row?.["failed"] ?? 0),
      lastEndedAt: ended,
      lastFailed: ended !== null && ended === toIso(row?.["failed_on"] ?? null),
    };
  });
}

/** The parts of a failed job's id. */
export interface JobId {
  queue: string;
  id: string;
}

const toFailed = (row: Record<string, unknown>): FailedJob => ({
  id: `${String(row["name"])}:${String(row["id"])}`,
  queue: String(row["name"]),
  reason: String(row["reason"] ?? ""),
  tries: Number(row["tries"]),
  createdAt: toIso(row["created_on"]) ?? "",
  failedAt: toIso(row["completed_on"]) ?? "",
});

const failedSorts = { failed_at: sql`completed_on`, queue: sql`name`, tries: sql`retry_count` } as const;
type FailedSort = keyof typeof failedSorts;

/**
 * Lists failed jobs that are not retried any more. Failed jobs of a schedule are stored for an hour or two rounds,
 * others for 30 days.
 */
export async function listFailedJobs(
  ctx: Ctx,
  { page, perPage, sort, order, filter }: ListQuery<FailedSort, { queue?: string | undefined }>,
): Promise<ListPage<FailedJob>> {
  requirePermission(ctx, listFailedJobs.permission);
  const where = sql`state = 'failed' and (${filter.queue ?? null}::text is null or name = ${filter.queue ?? null})`;
  const direction = order === "asc" ? sql`asc` : sql`desc`;
  const { rows } = await ctx.db.execute(sql`
    select name, id, output ->> 'error' as reason, retry_count + 1 as tries, created_on, completed_on
    from pgboss.job where ${where}
    order by ${failedSorts[sort]} ${direction}, id ${direction} limit ${perPage} offset ${(page - 1) * perPage}`);
  const countResult = await ctx.db.execute(sql`
    select count(*)::int as total from (select 1 from pgboss.job where ${where} limit ${maxRows + 1}) counted`);
  const total = Number(countResult.rows[0]?.["total"] ?? 0);
  return { data: rows.map(toFailed), total: Math.min(total, maxRows), more: total > maxRows };
}
listFailedJobs.permission = "settings.write" as const;

/** Retries a failed job. Throws NotFound, and Conflict for a job of a schedule, which runs again automatically. */
export async function retryJob(ctx: Ctx, queues: Queues, { queue, id }: JobId): Promise<void> {
  requirePermission(ctx, retryJob.permission);
  const retry = async (ctx: Ctx) => {
    const jobSql = sql`name = ${queue} and id = ${id}::uuid`;
    const { rows } = await ctx.db.execute(sql`select state::text, output from pgboss.job where ${jobSql} for update`);
    const job = rows[0];
    if (!job || !Object.hasOwn(queues, queue)) throw noSuchRecord(ctx);
    if (job["state"] !== "failed" || queues[queue]?.everySeconds)
      throw new Conflict(m.site_job_not_failed({}, { locale: ctx.locale }));
    // The same change as pg-boss's `retry`, which would not be part of this transaction.
    await ctx.db.execute(sql`
      update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, completed_on = null where ${jobSql}`);
    await audit(ctx, {
      action: "job.retried",
      entity: "job",
      entityId: `${queue}:${id}`,
      before: { state: "failed" },
      after: { state: "retry" },
    });
  };
  await inTransaction(ctx, retry);
}
retryJob.permission = "settings.write" as const;
