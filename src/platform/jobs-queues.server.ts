import { AsyncLocalStorage } from "node:async_hooks";
import type { ConstructorOptions, PgBoss, Queue } from "pg-boss";
import { runSqlOn, type Database, type Db } from "./db/database.server.ts";
import { errorForLog, type Logger } from "./log.server.ts";

/** The version of pg-boss's tables; a test compares it with the package, which is not imported only to ask for it. */
export const schemaVersion = 43;
const schema = "pgboss";

/** The job of a worker without a heartbeat for this long is given to another. */
export const heartbeatSeconds = 10;

export interface RetryPolicy {
  limit: number;
  firstDelaySeconds: number;
  longestDelaySeconds: number;
}

export interface QueueSettings {
  everySeconds?: number;
  /** 30 retries in about two hours without it. */
  retry?: RetryPolicy;
}

const defaultRetry: RetryPolicy = { limit: 30, firstDelaySeconds: 1, longestDelaySeconds: 300 };

/** Jobs are kept for a while after they end: scheduled ones mark their turn as taken. */
export function queueOptions({ everySeconds, retry = defaultRetry }: QueueSettings): Omit<Queue, "name"> {
  const shared = { notify: true, heartbeatSeconds, expireInSeconds: 300 };
  // The next turn is the retry of a scheduled job; "exclusive": one of them waits or runs in all processes together.
  if (everySeconds)
    return { ...shared, policy: "exclusive", retryLimit: 0, deleteAfterSeconds: Math.max(3600, 2 * everySeconds) };
  // "short": one waiting job for each key.
  const retries = {
    retryLimit: retry.limit,
    retryDelay: retry.firstDelaySeconds,
    retryDelayMax: retry.longestDelaySeconds,
  };
  return { ...shared, ...retries, policy: "short", retryBackoff: true, deleteAfterSeconds: 600 };
}

/**
 * Whose transaction a job is sent in. pg-boss takes a handle for the job itself, but looks up a queue it has not seen by
 * its own: with a full pool that would wait for ever.
 */
export const sendingIn = new AsyncLocalStorage<Db>();

/** pg-boss on our database: in our transactions, on our connections, woken by NOTIFY. Nothing runs before `start()`. */
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
    // Its schedules are cron lines polled every 30 s; ours are in seconds (jobs-schedule.server.ts).
    schedule: false,
    superviseIntervalSeconds: heartbeatSeconds,
    monitorIntervalSeconds: heartbeatSeconds,
    maintenanceIntervalSeconds: 600,
    flowIntervalSeconds: 3600,
    monitorVacuum: false,
    ...options,
  });
  let saidAt = 0;
  boss.on("error", (error) => {
    // Every worker reports every failed poll while the database is away.
    if (Date.now() - saidAt < 10_000) return;
    saidAt = Date.now();
    log.warn(errorForLog(error), "the job queue has a problem");
  });
  boss.on("warning", ({ message }) => log.warn({ warning: message }, "the job queue warns"));
  return boss;
}

/** Two cheap queries when there is nothing to do; any number of processes at once. */
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

/** Outside of transactions only. */
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
