/** Types of what postgres.server.ts provides and database.server.ts builds on. */
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from "drizzle-orm/pg-core";
import type { Logger } from "../log.server.ts";

/** `rowCount` counts the rows returned or changed. */
interface Rows<T> {
  rows: T[];
  rowCount?: number | null;
}
interface RowsHKT extends PgQueryResultHKT {
  type: Rows<this["row"]>;
}

export type Db = PgDatabase<RowsHKT, Record<string, never>>;
export type Tx = PgTransaction<RowsHKT, Record<string, never>, Record<string, never>>;

export type Row = Record<string, unknown>;
export interface SqlResult {
  rows: Row[];
}
export type RunSql = (text: string, values?: unknown[]) => Promise<SqlResult>;

/** The payload is null when the connection was lost for a while, so that notifications may have been missed. */
export type NotificationHandler = (payload: string | null) => void;

/** Number of connections in the pool of this process. */
export interface PoolUse {
  max: number;
  used: number;
  idle: number;
  /** Callers that wait for a connection. */
  waiting: number;
}

export interface TransactionOptions {
  /** Waits first for the end of any other transaction with the same text. */
  advisoryLock?: string | undefined;
  /** Whether callers may send several statements at the same time; these are queued. */
  inTurn?: boolean;
}

export interface Driver {
  db: Db;
  runSql: RunSql;
  /** Runs `work` in a transaction. Without `inTurn`, `work` must send one statement after the other. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  poolUse: () => PoolUse;
  listen: (channel: string, handler: NotificationHandler) => Promise<() => Promise<void>>;
  /** Resolves to whether the database accepts writes. Rejects when it does not answer. */
  ping(timeoutMs: number): Promise<boolean>;
  /** Applies the migrations of the folder, in one process at a time. */
  migrate: (folder: string) => Promise<void>;
  close: () => Promise<void>;
}

export type DbLog = Pick<Logger, "info" | "warn" | "error">;
