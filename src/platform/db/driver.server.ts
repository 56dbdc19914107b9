/** What a driver (embedded/embedded.server.ts, postgres.server.ts) gives; database.server.ts builds the rest on it, the same for both. */
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from "drizzle-orm/pg-core";
import type { Logger } from "../log.server.ts";

/** What both drivers answer to `db.execute(sql…)`. `rowCount` counts the rows returned or changed. */
interface Rows<T> {
  rows: T[];
  rowCount?: number | null;
}
interface RowsHKT extends PgQueryResultHKT {
  type: Rows<this["row"]>;
}

/** Drizzle on either driver, in or out of a transaction. */
export type Db = PgDatabase<RowsHKT, Record<string, never>>;
export type Tx = PgTransaction<RowsHKT, Record<string, never>, Record<string, never>>;

export type Row = Record<string, unknown>;
export interface SqlResult {
  rows: Row[];
}
export type RunSql = (text: string, values?: unknown[]) => Promise<SqlResult>;

export interface OpenTransaction {
  db: Tx;
  runSql: RunSql;
}

/** `null` says: the connection was lost for a while, notifications may have been missed. */
export type NotificationHandler = (payload: string | null) => void;

export interface Driver {
  kind: "embedded" | "postgres";
  db: Db;
  runSql: RunSql;
  /** `advisoryLock`: a number for which no two transactions are open at once; the second waits before its first statement. */
  transaction<T>(work: (open: OpenTransaction) => Promise<T>, advisoryLock?: bigint): Promise<T>;
  listen(channel: string, handler: NotificationHandler): Promise<() => Promise<void>>;
  /** Applies the migrations of `folder` that are missing, one process at a time. */
  migrate(folder: string): Promise<void>;
  close(): Promise<void>;
}

export type DbLog = Pick<Logger, "info" | "warn" | "error">;
