/**
 * Opens one PostgreSQL database through two connection pools, as two processes do, for tests of races for seats and
 * money.
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
  /** Runs a statement on all connections of both pools at the same time. */
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
  // Opens every connection before the first round, because the opening of connections would hide races.
  await onEveryConnection("select pg_sleep(0.05)");
  return { first, second, onEveryConnection, close: async () => (await second.close(), first.close()) };
}

/** Creates `count` people with accounts. */
export async function makeBuyers(database: Database, count: number): Promise<Viewer[]> {
  const people = Array.from({ length: count }, (_, index) => ({
    id: `buyer-${index}`,
    name: "Sara N.",
    email: `buyer-${index}@example.com`,
    emailVerified: true,
  }));
  await database.db.insert(users).values(people);
  return people;
}

/** Sorts the results of concurrent attempts: the answers, the number of conflicts, and the texts of other errors. */
export function sorted<T>(results: PromiseSettledResult<T>[]): { answers: T[]; refused: number; broken: string[] } {
  const answers = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const reasons = results.flatMap((result): unknown[] => (result.status === "rejected" ? [result.reason] : []));
  const broken = reasons.filter((reason) => !(reason instanceof Conflict));
  const formatError = (reason: unknown): string =>
    reason instanceof Error ? [reason.message, reason.cause && formatError(reason.cause)].join(" < ") : String(reason);
  return { answers, refused: reasons.length - broken.length, broken: broken.map(formatError) };
}

/** Limits concurrent attempts to as many as keep all connections of both pools busy. More would only take longer. */
export const inFlight = pLimit(4 * poolSize);

/**
 * A replacement for a statement's text, or a function that runs in its place and may call `send`; undefined for none.
 */
type Change = string | ((send: () => Promise<unknown>) => Promise<unknown>) | undefined;

/**
 * Returns the same database with changed statements in its transactions, for negative controls. Statements outside of
 * transactions stay unchanged, because no lock or check relies on them.
 */
export function withStatements(database: Database, getChange: (statement: Query, tx: Db) => Change): Database {
  const changeStatements = (tx: Db): Db => {
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
  return {
    ...database,
    transaction: (work, options) => database.transaction((tx) => work(changeStatements(tx)), options),
  };
}

/**
 * Switches a safeguard off: in transactions, a matching statement is not sent. `instead` runs in its place and returns
 * the rows.
 */
export const withoutStatement = (
  database: Database,
  pattern: RegExp,
  instead: (tx: Db, params: unknown[]) => Promise<unknown[]> = async () => [],
): Database =>
  withStatements(database, ({ sql, params }, tx) => (pattern.test(sql) ? () => instead(tx, params) : undefined));

/**
 * Lets the first `count` transactions of all given databases wait for each other before their first write, so that each
 * has read what the others then change. With it, a negative control does not depend on timing.
 */
export function createBarrier(count: number): (database: Database) => Database {
  const haveAllRead = Promise.withResolvers<void>();
  let arrived = 0;
  return (database) =>
    withStatements(database, ({ sql }) => {
      if (!/^(?:insert|update|delete) /.test(sql)) return undefined;
      return async (send) => {
        if (++arrived === count) haveAllRead.resolve();
        await haveAllRead.promise;
        return send();
      };
    });
}

const lockClause = / for (?:update|(?:key )?share)(?: of "(?:order|enrolment)")?$/;

/** Switches locks off: statements that should lock rows only read them, either all or those that match `pattern`. */
export const withoutLocks = (database: Database, pattern = lockClause): Database =>
  withStatements(database, ({ sql }) => (pattern.test(sql) ? sql.replace(lockClause, "") : undefined));
