import { AsyncLocalStorage } from "node:async_hooks";
import type { ConstructorOptions, PgBoss, Queue } from "pg-boss";
import { runSqlOn, type Database, type Db } from "./db/database.server.ts";
import { errorForLog, type Logger } from "./log.server.ts";

/**
 * Version of pg-boss's tables. Written here, so that `migrateJobs` imports pg-boss only when it has something to do. A
 * test compares it with the package.
 */
export const schemaVersion = 43;
const schema = "pgboss";

/** When a worker has sent no heartbeat for this long, its job is given to another worker. */
export const heartbeatSeconds = 10;

export interface RetryPolicy {
  limit: number;
  firstDelaySeconds: number;
  longestDelaySeconds: number;
}

export interface QueueSettings {
  /** Period of a scheduled job. */
  everySeconds?: number;
  /** By default 30 retries in about two hours. */
  retry?: RetryPolicy;
}

const defaultRetry: RetryPolicy = { limit: 30, firstDelaySeconds: 1, longestDelaySeconds: 300 };

/**
 * Returns the options of a queue. Ended jobs are kept for a while. That of a scheduled job keeps other processes from
 * sending it again in the same period.
 */
export function queueOptions({ everySeconds, retry = defaultRetry }: QueueSettings): Omit<Queue, "name"> {
  const shared = { notify: true, heartbeatSeconds, expireInSeconds: 300 };
  // A scheduled job is not retried, because it is sent again in the next period. "exclusive": in all processes
  // together, one such job waits or runs.
  if (everySeconds)
    return { ...shared, policy: "exclusive", retryLimit: 0, deleteAfterSeconds: Math.max(3600, 2 * everySeconds) };
  const retries = {
    retryLimit: retry.limit,
    retryDelay: retry.firstDelaySeconds,
    retryDelayMax: retry.longestDelaySeconds,
  };
  // "short": for each key, at most one job waits.
  return { ...shared, ...retries, policy: "short", retryBackoff: true, deleteAfterSeconds: 600 };
}

/**
 * The transaction in which a job is sent. pg-boss writes the job on the connection that we pass, but looks up a queue
 * that it does not know yet on a connection of its own. It would wait for that one for ever when the pool is full, so
 * all its statements use this transaction.
 */
export const sendingIn = new AsyncLocalStorage<Db>();

/** Opens pg-boss on our connections and transactions, woken by NOTIFY. Nothing runs before `start()`. */
export async function openBoss(
  database: Database,
  log: Pick<Logger, "warn">,
  options: Pick<ConstructorOptions, "supervise" | "superviseIntervalSeconds" | "monitorIntervalSeconds"> = {},
): Promise<PgBoss> {
  const { PgBoss } = await import("pg-boss");
  const boss = new PgBoss({
    schema,
    db: {
      executeSql: (text, values) => {
        const db = sendingIn.getStore();
        return db ? runSqlOn(db)(text, values) : database.executeSql(text, values);
      },
      listen: async (channel, onNotification, onReconnect) => {
        const close = await database.listen(channel, (payload) =>
          payload === null ? onReconnect() : onNotification(payload),
        );
        onReconnect();
        return { close };
      },
    },
    useListenNotify: true,
    // pg-boss has cron schedules that it polls every 30 s; ours are in seconds (`repeatEvery` in
    // jobs-runner.server.ts).
    schedule: false,
    superviseIntervalSeconds: heartbeatSeconds,
    monitorIntervalSeconds: heartbeatSeconds,
    maintenanceIntervalSeconds: 600,
    flowIntervalSeconds: 3600,
    monitorVacuum: false,
    ...options,
  });
  let loggedAt = 0;
  boss.on("error", (error) => {
    // Every worker reports every failed poll while the database is unavailable.
    if (Date.now() - loggedAt < 10_000) return;
    loggedAt = Date.now();
    log.warn(errorForLog(error), "the job queue has a problem");
  });
  boss.on("warning", ({ message }) => log.warn({ warning: message }, "the job queue warns"));
  return boss;
}

/**
 * Creates or updates the tables of pg-boss. Costs two cheap queries when there is nothing to do. Any number of
 * processes may call it at the same time.
 */
export async function migrateJobs(database: Database, log: Pick<Logger, "warn">): Promise<void> {
  const { rows } = await database.executeSql("select to_regclass('pgboss.version') is not null as made");
  if (rows[0]?.["made"]) {
    const versionResult = await database.executeSql("select version from pgboss.version");
    if (Number(versionResult.rows[0]?.["version"]) >= schemaVersion) return;
  }
  const boss = await openBoss(database, log, { supervise: false });
  await boss.start();
  await boss.stop({ graceful: false, close: false });
}

/** Creates the queues that do not exist yet. Call it outside of transactions only. */
export async function makeQueues(database: Database, queues: ReadonlyMap<string, QueueSettings>): Promise<void> {
  const { rows } = await database.executeSql("select name from pgboss.queue");
  const existing = new Set(rows.map((row) => row["name"]));
  for (const [name, settings] of queues) {
    if (existing.has(name)) continue;
    await database.executeSql("select pgboss.create_queue($1, $2::jsonb)", [
      name,
      JSON.stringify(queueOptions(settings)),
    ]);
  }
}
