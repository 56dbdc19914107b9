import { makeQueues, migrateJobs } from "#platform/jobs-queues.server.ts";
import type { TestCtx } from "./context.ts";

/** Creates the tables of the queue and a job that has failed permanently. Resolves with its id in the staff API. */
export async function failedJob({ database, log }: TestCtx, queue = "accounts.send-reset"): Promise<string> {
  await migrateJobs(database, log);
  await makeQueues(database, new Map([[queue, {}]]));
  const { rows } = await database.executeSql(
    `insert into pgboss.job (name, data, state, completed_on, output, retry_limit, retry_count)
     values ($1, '{}', 'failed', now(), '{"error":"TypeError"}', 0, 0) returning id`,
    [queue],
  );
  return `${queue}:${String(rows[0]?.["id"])}`;
}
