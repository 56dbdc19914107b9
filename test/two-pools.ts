/** One PostgreSQL database over two connection pools, as two processes have it: what races for seats and money are run on. */
import { sql, StringChunk, type SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { users } from "#features/accounts/tables.server.ts";
import type { Viewer } from "#platform/context.server.ts";
import { openDatabase, type Database, type Db } from "#platform/db/database.server.ts";
import { Conflict } from "#platform/errors.ts";
import { openTestDatabase, silentLog, type TestDatabase } from "./database.ts";

const poolSize = 10;

export interface TwoPools {
  first: TestDatabase;
  second: Database;
  /** Runs a statement on all connections of both at the same time. */
  onEveryConnection(statement: string): Promise<void>;
  close(): Promise<void>;
}

export async function openTwoPools(): Promise<TwoPools> {
  const first = await openTestDatabase("postgres", { poolSize });
  const second = await openDatabase({ databaseUrl: first.url, dataDir: "", poolSize, log: silentLog });
  const onEveryConnection = async (statement: string) => void (await Promise.all([first, second].flatMap((database) => Array.from({ length: poolSize }, () => database.executeSql(statement)))));
  // A cold pool hides races: every connection exists before the first round.
  await onEveryConnection("select pg_sleep(0.05)");
  return { first, second, onEveryConnection, close: async () => (await second.close(), first.close()) };
}

/** `count` people with accounts. */
export async function makeBuyers(database: Database, count: number): Promise<Viewer[]> {
  const people = Array.from({ length: count }, (_, at) => ({ id: `buyer-${at}`, name: "Sara N.", email: `buyer-${at}@example.com` }));
  await database.db.insert(users).values(people);
  return people;
}

/** What came of many tries at once: the answers, how many were refused by name, and how many met an error. */
export function sorted<T>(tries: PromiseSettledResult<T>[]): { answers: T[]; refused: number; broken: number } {
  const answers = tries.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const refused = tries.filter((one) => one.status === "rejected" && one.reason instanceof Conflict).length;
  return { answers, refused, broken: tries.length - answers.length - refused };
}

/** For negative controls, the same database with a defence off: in transactions, a statement of ours that matches is not sent; `instead` is done. */
export function withoutStatement(database: Database, pattern: RegExp, instead: (tx: Db, params: unknown[]) => Promise<unknown> = async () => ({ rows: [] })): Database {
  const dialect = new PgDialect();
  const careless = (db: Db): Db =>
    new Proxy(db, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (name !== "execute") return typeof value === "function" ? (value.bind(target) as unknown) : value;
        return (query: SQL) => {
          const { sql: text, params } = dialect.sqlToQuery(query);
          return pattern.test(text) ? instead(target, params) : target.execute(query);
        };
      },
    });
  return { ...database, transaction: (work) => database.transaction((tx) => work(careless(tx))) };
}

/** For negative controls, the same database that only reads what it should lock: every "for update" at the end of a statement is left out. */
export function withoutLocks(database: Database): Database {
  const read = (query: SQL) => {
    const last = query.queryChunks.at(-1);
    const text = last instanceof StringChunk ? last.value.join("") : "";
    return / for update( of o)?$/.test(text) ? sql.join([...query.queryChunks.slice(0, -1), sql.raw(text.replace(/ for update( of o)?$/, ""))]) : query;
  };
  const careless = (db: Db): Db =>
    new Proxy(db, {
      get(target, name) {
        if (name === "execute") return (query: SQL) => target.execute(read(query));
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
  return { ...database, transaction: (work, options) => database.transaction((tx) => work(careless(tx)), options) };
}
