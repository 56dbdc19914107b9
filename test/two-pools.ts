/**
 * One PostgreSQL database over two connection pools, as two processes have it: what races for seats and money are run
 * on.
 */
import type { Query } from "drizzle-orm";
import pLimit from "p-limit";
import { users } from "#features/people/tables.server.ts";
import type { Viewer } from "#platform/context.server.ts";
import { openDatabase, type Database, type Db } from "#platform/db/database.server.ts";
import { Conflict } from "#platform/errors.ts";
import { openTestDatabase, silentLog, testLimits, type TestDatabase } from "./database.ts";

const poolSize = 10;

export interface TwoPools {
  first: TestDatabase;
  second: Database;
  /** Runs a statement on all connections of both at the same time. */
  onEveryConnection(statement: string): Promise<void>;
  close(): Promise<void>;
}

export async function openTwoPools(): Promise<TwoPools> {
  const first = await openTestDatabase({ poolSize });
  const second = await openDatabase({
    databaseUrl: first.url,
    dataDir: "",
    poolSize,
    limits: testLimits,
    log: silentLog,
  });
  const onEveryConnection = async (statement: string) =>
    void (await Promise.all(
      [first, second].flatMap((database) => Array.from({ length: poolSize }, () => database.executeSql(statement))),
    ));
  // A cold pool hides races: every connection exists before the first round.
  await onEveryConnection("select pg_sleep(0.05)");
  return { first, second, onEveryConnection, close: async () => (await second.close(), first.close()) };
}

/** `count` people with accounts. */
export async function makeBuyers(database: Database, count: number): Promise<Viewer[]> {
  const people = Array.from({ length: count }, (_, at) => ({
    id: `buyer-${at}`,
    name: "Sara N.",
    email: `buyer-${at}@example.com`,
    emailVerified: true,
  }));
  await database.db.insert(users).values(people);
  return people;
}

/** What came of many attempts at once: the answers, how many were refused by name, and the errors that others met. */
export function sorted<T>(tries: PromiseSettledResult<T>[]): { answers: T[]; refused: number; broken: string[] } {
  const answers = tries.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const reasons = tries.flatMap((one): unknown[] => (one.status === "rejected" ? [one.reason] : []));
  const broken = reasons.filter((reason) => !(reason instanceof Conflict));
  const formatError = (reason: unknown): string =>
    reason instanceof Error ? [reason.message, reason.cause && formatError(reason.cause)].join(" < ") : String(reason);
  return { answers, refused: reasons.length - broken.length, broken: broken.map(formatError) };
}

/** Keeps every connection of both pools busy. A longer queue would only take longer. */
export const inFlight = pLimit(4 * poolSize);

/** Another text for a statement, or what is done instead of it or before `send`; undefined leaves it as it is. */
type Change = string | ((send: () => Promise<unknown>) => Promise<unknown>) | undefined;

/**
 * For negative controls: the same database, with statements of transactions changed before they are sent. Statements
 * outside of transactions stay, because no lock or check relies on them.
 */
export function withStatements(database: Database, getChange: (statement: Query, tx: Db) => Change): Database {
  const changed = (tx: Db): Db => {
    const { session } = tx._;
    const prepare = session.prepareQuery.bind(session);
    session.prepareQuery = (query, ...rest) => {
      const change = getChange(query, tx);
      const prepared = prepare(typeof change === "string" ? { ...query, sql: change } : query, ...rest);
      if (typeof change !== "function") return prepared;
      const send = prepared.execute.bind(prepared);
      return Object.assign(prepared, {
        execute: (...values: Parameters<typeof send>) => change(() => send(...values)),
      });
    };
    return tx;
  };
  return { ...database, transaction: (work, options) => database.transaction((tx) => work(changed(tx)), options) };
}

/**
 * A defence off: in transactions, a statement that matches is not sent; `instead` is done and its rows are answered.
 */
export const withoutStatement = (
  database: Database,
  pattern: RegExp,
  instead: (tx: Db, params: unknown[]) => Promise<unknown[]> = async () => [],
): Database =>
  withStatements(database, ({ sql, params }, tx) => (pattern.test(sql) ? () => instead(tx, params) : undefined));

const lock = / for (?:update|(?:key )?share)(?: of "(?:order|enrolment)")?$/;

/** A defence off: what should be locked is only read; all of it, or the statements that match. */
export const withoutLocks = (database: Database, pattern = lock): Database =>
  withStatements(database, ({ sql }) => (pattern.test(sql) ? sql.replace(lock, "") : undefined));
