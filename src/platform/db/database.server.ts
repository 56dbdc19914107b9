import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type {
  DbLog,
  Db,
  Driver,
  NotificationHandler,
  PoolUse,
  RunSql,
  SqlResult,
  TransactionOptions,
  Tx,
} from "./driver.server.ts";
import { openPostgres, type PoolLimits } from "./postgres.server.ts";
import { DatabaseUnavailableError, isConflict } from "./sql-errors.server.ts";

/** Retries after a deadlock or serialization failure. The random pause keeps the transactions from colliding again. */
async function retryConflicts<T>(attempt: () => Promise<T>, maxAttempts = 5): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts >= maxAttempts || !isConflict(error)) throw error;
      await wait(Math.random() * 10 * 2 ** attempts);
    }
  }
}

export type { Db } from "./driver.server.ts";

export interface Database {
  /** Runs each statement on any connection of the pool. Its `transaction` is the method below. */
  db: Db;
  /**
   * Only statements through `tx` are part of the transaction; they run one after the other. `tx.transaction` is a
   * savepoint. `work` may run up to 5 times, after deadlocks and serialization failures, so it must change nothing
   * outside the database. Each statement is a round trip to PostgreSQL (docs/decisions/026).
   */
  transaction<T>(work: (tx: Db) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs plain SQL outside of transactions. Without values, it may be several statements. */
  executeSql: RunSql;
  /** Resolves to a function that stops listening. Payload `null` means that notifications may have been missed. */
  listen(channel: string, handler: NotificationHandler): Promise<() => Promise<void>>;
  /** Rejects with DatabaseUnavailableError when PostgreSQL is read-only or does not respond within `timeoutMs`. */
  ping(timeoutMs: number): Promise<void>;
  migrate(folder: string): Promise<void>;
  poolUse(): PoolUse;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Without it, our own PostgreSQL runs on the files in `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir: string;
  /** Address that bypasses a pooler. */
  directUrl?: string | undefined;
  poolSize?: number | undefined;
  /** Replaces the site's time limits, with `databaseUrl` only: for tests that queue on a slow machine. */
  limits?: PoolLimits | undefined;
  /** Folder of the database that our own PostgreSQL copies for a new one (local-template.server.ts). */
  template?: string | undefined;
  /** Uses the PostgreSQL that another process, such as the running site, has started on `dataDir`, if there is one. */
  mayShare?: boolean | undefined;
  log: DbLog;
}

/** Does not connect to `databaseUrl` yet. Throws DirectoryInUseError when another process uses `dataDir`. */
export async function openDatabase({
  databaseUrl,
  directUrl,
  poolSize = 10,
  limits,
  ...options
}: OpenOptions): Promise<Database> {
  const { log } = options;
  if (databaseUrl) return createDatabase(openPostgres({ url: databaseUrl, directUrl, poolSize, limits, log }));
  // Loaded on demand: a site with DATABASE_URL does not need it.
  const { openLocal } = await import("./local-postgres.server.ts");
  const local = await openLocal({ ...options, connections: poolSize + otherConnections });
  const driver = openPostgres({ url: local.url, poolSize, log });
  return createDatabase({ ...readyWithRoom(driver, local.hasRoom), close: () => driver.close().finally(local.stop) });
}

/** Makes `ping` also check for room on the disk, because PostgreSQL responds normally when its disk is full. */
export const readyWithRoom = (driver: Driver, hasRoom: () => Promise<boolean>): Driver => ({
  ...driver,
  ping: async (timeoutMs) => (await driver.ping(timeoutMs)) && hasRoom(),
});

/** Connections outside the pool: for LISTEN, the health check, and commands while the site runs. */
const otherConnections = 20;

export function createDatabase(driver: Driver): Database {
  const transaction = <T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions) =>
    retryConflicts(() => driver.transaction(work, options));
  return {
    // Drizzle's own `transaction` leaks a connection when BEGIN fails (postgres.server.ts).
    db: Object.assign(driver.db, { transaction: <T>(work: (tx: Tx) => Promise<T>) => transaction(work) }),
    transaction,
    executeSql: driver.runSql,
    listen: driver.listen,
    ping: async (timeoutMs) => {
      if (!(await withTimeout(driver.ping(timeoutMs), timeoutMs)))
        throw new DatabaseUnavailableError("The database is read-only");
    },
    migrate: driver.migrate,
    poolUse: driver.poolUse,
    close: driver.close,
  };
}

/** Runs plain SQL with values on the connection of `db`, in its transaction: for pg-boss. */
export const runSqlOn =
  (db: Db): RunSql =>
  async (text, values = []) => {
    const { rows } = (await db._.session
      .prepareQuery({ sql: text, params: values }, undefined, undefined, false)
      .execute()) as SqlResult;
    return { rows };
  };

/** Sends when the open transaction commits, or at once without one. A payload has at most 7,999 bytes. */
export async function notify(db: Db, channel: string, payload = ""): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${payload})`);
}

async function withTimeout<T>(response: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DatabaseUnavailableError(`The database did not answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([response, timeout]);
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw error;
    throw new DatabaseUnavailableError("The database did not answer", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
