import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import type { DbLog, Db, Driver, NotificationHandler, OpenTransaction, PoolUse, RunSql, Tx } from "./driver.server.ts";
import { retryConflicts } from "./retry.server.ts";
import { DatabaseUnavailableError } from "./sql-errors.server.ts";

export type { Db } from "./driver.server.ts";

export interface Database {
  kind: "embedded" | "postgres";
  /** Inside `transaction` it speaks through the open transaction, so a query without the handle still belongs to it. */
  db: Db;
  /**
   * Inside another transaction it is a savepoint. After a deadlock or serialization failure the outermost one is
   * retried (5 times at most), so `work` has no outside effects. `advisoryLock` (outermost only) waits for the end of
   * any other transaction with the same text. Each statement is a round trip to PostgreSQL (docs/decisions/026).
   */
  transaction<T>(work: (tx: Db) => Promise<T>, options?: { advisoryLock?: string | undefined }): Promise<T>;
  inTransaction(): boolean;
  /**
   * Plain SQL, part of the open transaction; several statements when there are no values. For pg-boss, migrations and
   * tests.
   */
  executeSql: RunSql;
  /** Resolves to a function that stops listening. Payload `null`: some may have been missed. */
  listen(channel: string, handler: NotificationHandler): Promise<() => Promise<void>>;
  /** Sends on commit of the open transaction, at once outside of one. Up to 7,999 bytes. */
  notify(channel: string, payload?: string): Promise<void>;
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

interface CurrentTransaction extends OpenTransaction {
  /** False once ended: a timer or promise that outlives its transaction then speaks to the database itself. */
  open: boolean;
}

/** The transaction bookkeeping that both drivers share. */
export function createDatabase(driver: Driver): Database {
  const running = new AsyncLocalStorage<CurrentTransaction>();
  const current = () => {
    const own = running.getStore();
    return own?.open ? own : undefined;
  };

  async function runInside<T>(open: OpenTransaction, work: (tx: Tx) => Promise<T>): Promise<T> {
    const own: CurrentTransaction = { ...open, open: true };
    try {
      return await running.run(own, () => work(own.db));
    } finally {
      own.open = false;
    }
  }

  async function transaction<T>(
    work: (tx: Tx) => Promise<T>,
    { advisoryLock }: { advisoryLock?: string | undefined } = {},
  ): Promise<T> {
    const outer = current();
    if (outer && advisoryLock !== undefined)
      throw new Error("A transaction inside another cannot take an advisory lock");
    if (outer) return outer.db.transaction((db) => runInside({ db, runSql: outer.runSql }, work));
    const number = advisoryLock === undefined ? undefined : lockNumber(advisoryLock);
    return retryConflicts(() => driver.transaction((open) => runInside(open, work), number));
  }

  const db = new Proxy(driver.db, {
    get(root, name) {
      const target: Db = current()?.db ?? root;
      if (name === "transaction") {
        const begin: Db["transaction"] = (work, config) =>
          transaction(async (tx) => {
            if (config) await tx.setTransaction(config);
            return work(tx);
          });
        return begin;
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });

  const executeSql: RunSql = (text, values) => {
    const own = current();
    if (!own) return driver.runSql(text, values);
    if (endsTransaction.test(text))
      throw new Error("executeSql: this text begins or ends a transaction, and one is open");
    return own.runSql(text, values);
  };

  const outside = (what: string) => {
    // On the embedded database these would wait for the transaction that waits for them.
    if (current()) throw new Error(`${what} cannot be called inside a transaction`);
  };

  return {
    kind: driver.kind,
    db,
    transaction,
    inTransaction: () => current() !== undefined,
    executeSql,
    listen: async (channel, handler) => {
      outside("listen");
      return driver.listen(channel, handler);
    },
    notify: async (channel, payload = "") => {
      await executeSql("select pg_notify($1, $2)", [channel, payload]);
    },
    ping: async (timeoutMs) => {
      if (!(await withTimeout(driver.ping(timeoutMs), timeoutMs)))
        throw new DatabaseUnavailableError("The database is read-only");
    },
    migrate: async (folder) => {
      outside("migrate");
      await driver.migrate(folder);
    },
    poolUse: () => driver.poolUse?.() ?? null,
    close: () => driver.close(),
  };
}

const lockNumber = (name: string) => createHash("sha256").update(name).digest().readBigInt64BE();

/** A bare BEGIN, COMMIT or ROLLBACK among the statements; not the BEGIN of a function's body. */
const endsTransaction = /(^|;)\s*(begin|start\s+transaction|commit|rollback|abort|end)\s*(transaction|work)?\s*(;|$)/i;

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
