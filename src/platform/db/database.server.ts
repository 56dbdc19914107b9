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
import { retryConflicts } from "./retry.server.ts";
import { DatabaseUnavailableError } from "./sql-errors.server.ts";

export type { Db } from "./driver.server.ts";

export interface Database {
  kind: "embedded" | "postgres";
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
  /** Null where there is no pool. */
  poolUse(): PoolUse | null;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Undefined opens the embedded database in `dataDir`. */
  databaseUrl?: string | undefined;
  dataDir: string;
  /** PostgreSQL only: a connection that no pooler shares. */
  directUrl?: string | undefined;
  /** PostgreSQL only. */
  poolSize?: number | undefined;
  /** Made by prepareTemplate; saves the embedded database's first start its slow part. */
  templateFile?: string | undefined;
  log: DbLog;
}

/** PostgreSQL is not connected to yet. Throws DirectoryInUseError when another process has `dataDir` open. */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  // Loaded on demand: each engine costs memory and start time.
  if (options.databaseUrl) {
    const { openPostgres } = await import("./postgres.server.ts");
    return createDatabase(
      openPostgres({
        url: options.databaseUrl,
        directUrl: options.directUrl,
        poolSize: options.poolSize ?? 10,
        log: options.log,
      }),
    );
  }
  const { openEmbedded } = await import("./embedded/embedded.server.ts");
  return createDatabase(await openEmbedded(options));
}

/** What both drivers share. */
export function createDatabase(driver: Driver): Database {
  const transaction = <T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions) =>
    retryConflicts(() => driver.transaction(work, options));
  return {
    kind: driver.kind,
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
    poolUse: () => driver.poolUse?.() ?? null,
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
