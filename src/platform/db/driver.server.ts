/** What postgres.server.ts gives; database.server.ts builds the rest on it. */
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

/** `null`: the connection was lost for a while, notifications may have been missed. */
export type NotificationHandler = (payload: string | null) => void;

/** Connections of this process. */
export interface PoolUse {
  max: number;
  used: number;
  idle: number;
  /** Callers that wait for one. */
  waiting: number;
}

export interface TransactionOptions {
  /** Waits first for the end of any other transaction with the same text. */
  advisoryLock?: string | undefined;
  /** Statements may be sent at once; they wait for each other. */
  inTurn?: boolean;
}

export interface Driver {
  db: Db;
  runSql: RunSql;
  /** Statements are sent one after the other. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  poolUse: () => PoolUse;
  listen: (channel: string, handler: NotificationHandler) => Promise<() => Promise<void>>;
  /** Whether it takes writes. Rejects when it does not answer. */
  ping(timeoutMs: number): Promise<boolean>;
  /** One process at a time. */
  migrate: (folder: string) => Promise<void>;
  close: () => Promise<void>;
}

export type DbLog = Pick<Logger, "info" | "warn" | "error">;
