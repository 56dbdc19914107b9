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

/** Retries after a deadlock or a serialization failure, with a short random pause that parts the rivals. */
async function retryConflicts<T>(attempt: () => Promise<T>, tries = 5): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await attempt();
    } catch (error) {
      if (n >= tries || !isConflict(error)) throw error;
      await wait(Math.random() * 10 * 2 ** n);
    }
  }
}

export type { Db } from "./driver.server.ts";

export interface Database {
  /** Each statement on any connection of the pool. Its `transaction` is the one below. */
  db: Db;
  /**
   * What speaks through the handle given to `work`, and only that, is part of it, one statement after the other;
   * `transaction` of that handle is a savepoint. After a deadlock or serialization failure it is retried (5 times at
   * most), so `work` has no outside effects. Each statement is a round trip to PostgreSQL (docs/decisions/026).
   */
  transaction<T>(work: (tx: Db) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Plain SQL outside of transactions; several statements when there are no values. */
  executeSql: RunSql;
  /** Resolves to a function that stops listening. Payload `null`: some may have been missed. */
  listen(channel: string, handler: NotificationHandler): Promise<() => Promise<void>>;
  /** Rejects with DatabaseUnavailableError when it is read-only or has not answered after `timeoutMs`. */
  ping(timeoutMs: number): Promise<void>;
  migrate(folder: string): Promise<void>;
  poolUse(): PoolUse;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Undefined runs a PostgreSQL of our own on the files in `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir: string;
  /** A connection that no pooler shares. */
  directUrl?: string | undefined;
  poolSize?: number | undefined;
  /** With `databaseUrl`, instead of the site's: for tests that queue on a slow machine. */
  limits?: PoolLimits | undefined;
  /** Of our own: the folder of a database that a new one is a copy of (local-template.server.ts). */
  template?: string | undefined;
  /** Of our own: another process's, such as the running site's, if there is one. */
  mayShare?: boolean | undefined;
  log: DbLog;
}

/** PostgreSQL at `databaseUrl` is not connected to yet. Throws DirectoryInUseError when another process has `dataDir`. */
export async function openDatabase({
  databaseUrl,
  directUrl,
  poolSize = 10,
  limits,
  ...options
}: OpenOptions): Promise<Database> {
  const { log } = options;
  if (databaseUrl) return createDatabase(openPostgres({ url: databaseUrl, directUrl, poolSize, limits, log }));
  // Loaded on demand: a site with DATABASE_URL needs none of it.
  const { openLocal } = await import("./local-postgres.server.ts");
  const local = await openLocal({ ...options, connections: poolSize + otherConnections });
  const driver = openPostgres({ url: local.url, poolSize, log });
  return createDatabase({ ...readyWithRoom(driver, local.hasRoom), close: () => driver.close().finally(local.stop) });
}

/** Not ready either while its disk has no room: what PostgreSQL answers says nothing of that. */
export const readyWithRoom = (driver: Driver, hasRoom: () => Promise<boolean>): Driver => ({
  ...driver,
  ping: async (timeoutMs) => (await driver.ping(timeoutMs)) && hasRoom(),
});

/** Beside the pool: LISTEN, the check, and commands while the site runs. */
const otherConnections = 20;

export function createDatabase(driver: Driver): Database {
  const transaction = <T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions) =>
    retryConflicts(() => driver.transaction(work, options));
  return {
    // Drizzle's own leaks a connection when BEGIN fails (postgres.server.ts).
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

/** Plain SQL with values on the connection of `db`, in its transaction: for pg-boss. */
export const runSqlOn =
  (db: Db): RunSql =>
  async (text, values = []) => {
    const { rows } = (await db._.session
      .prepareQuery({ sql: text, params: values }, undefined, undefined, false)
      .execute()) as SqlResult;
    return { rows };
  };

/** Sends on commit of the open transaction, at once outside of one. Up to 7,999 bytes. */
export async function notify(db: Db, channel: string, payload = ""): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${payload})`);
}

async function withTimeout<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DatabaseUnavailableError(`The database did not answer within ${timeoutMs} ms`)),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([answer, late]);
  } catch (error) {
    if (error instanceof DatabaseUnavailableError) throw error;
    throw new DatabaseUnavailableError("The database did not answer", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
