import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pLimit from "p-limit";
import pg from "pg";
import { PgDialect } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres/session";
import { errorForLog } from "../log.server.ts";
import { isTracing, traced } from "../tracing.server.ts";
import type { DbLog, Driver, RunSql, TransactionOptions } from "./driver.server.ts";
import { createListener } from "./postgres-listener.server.ts";
import { WatchedPool } from "./postgres-pool.server.ts";
import { isDatabaseUnavailable, isOutdatedPlan, getSqlState } from "./sql-errors.server.ts";

/** Most named statements of a connection. PgBouncer's `max_prepared_statements` (deploy/pgbouncer) has to be higher. */
export const maxNames = 500;

/**
 * Returns a client class that gives each statement with values a name, which depends on its text and is the same on all
 * connections of a pool. PostgreSQL then plans the statement once per connection instead of at each use. Only the first
 * `max` texts get a name: those of requests are soon among them, and later ones are planned at each use.
 */
export function createNamedClientClass(max = maxNames): new (config?: pg.ClientConfig) => pg.Client {
  const names = new Map<string, string>();
  const getStatementName = (text: string): string | undefined => {
    if (!names.has(text) && names.size < max) names.set(text, `s${names.size + 1}`);
    return names.get(text);
  };
  return class extends pg.Client {
    /** `never` fits each of pg's overloads, by which the pool calls it. */
    override query(statement: string | pg.QueryConfig, ...rest: unknown[]): never {
      const config = typeof statement === "string" ? { text: statement } : statement;
      const values = config.values ?? rest[0];
      if (Array.isArray(values) && values.length > 0) config.name ??= getStatementName(config.text);
      return super.query(config, ...(rest as [])) as never;
    }
  };
}

export interface PostgresOptions {
  url: string;
  /**
   * For LISTEN and migrations: an address without a pooler that changes connections between transactions. `url` by
   * default.
   */
  directUrl?: string | undefined;
  poolSize: number;
  /** Time limits that replace those of the site. */
  limits?: PoolLimits | undefined;
  log: DbLog;
}

/** Time limits of a pool's connections in milliseconds, as pg names them. */
export interface PoolLimits {
  /** Also the longest wait for a free connection of the pool. */
  connectionTimeoutMillis: number;
  lock_timeout: number;
  statement_timeout: number;
  /** For a server that cannot keep its own time limit. */
  query_timeout: number;
  idle_in_transaction_session_timeout: number;
}
const siteLimits: PoolLimits = {
  connectionTimeoutMillis: 4_000,
  lock_timeout: 4_500,
  statement_timeout: 8_000,
  query_timeout: 10_000,
  idle_in_transaction_session_timeout: 15_000,
};

const applicationName = "nama-health";
/** Number of the lock for migrations: any number that is the same in every process of the site. */
const migrationLock = 4_710_223;

/** Creates the driver without a connection, so that the server can start and respond 503 while PostgreSQL is down. */
export function openPostgres({ url, directUrl = url, poolSize, limits = siteLimits, log }: PostgresOptions): Driver {
  setTypeParsers();
  const config: pg.PoolConfig = {
    Client: createNamedClientClass(),
    connectionString: url,
    application_name: applicationName,
    max: poolSize,
    keepAlive: true,
    idleTimeoutMillis: 60_000,
    ...limits,
  };
  const pool = new WatchedPool(config, (timeoutMs) => pingAlone(url, timeoutMs), log);
  let closing: Promise<void> | undefined;
  const logLostConnection = (error: Error) =>
    closing ?? log.warn(errorForLog(error), "A PostgreSQL connection was lost");
  pool.on("error", logLostConnection);
  // The pool handles errors of idle connections only. Without this handler, a restart of PostgreSQL would end our
  // process by an error of a connection in use.
  pool.on("connect", (client) => client.on("error", logLostConnection));

  const tracedPool = traceQueries(pool);
  const db = drizzle({ client: tracedPool, casing: "snake_case" });
  const dialect = new PgDialect({ casing: "snake_case" });
  const listener = createListener(
    { connectionString: directUrl, application_name: `${applicationName} listener` },
    log,
  );
  const check = createKeptCheck(url);
  const closeAll = async () => void (await Promise.all([listener.close(), check.close(), pool.end()]));
  return {
    db,
    runSql: buildRunSql(tracedPool),
    poolUse: () => ({
      max: poolSize,
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    transaction: (work, options = {}) =>
      inTransaction(pool, options, (client) => {
        const session = new NodePgSession(client, dialect, undefined);
        return work(new NodePgTransaction(dialect, session, undefined));
      }),
    listen: (channel, handler) => listener.listen(channel, handler),
    migrate: (folder) => migrateAlone(directUrl, folder, log),
    ping: check.ping,
    close: () => (closing ??= closeAll()),
  };
}

/** PostgreSQL answered COMMIT with ROLLBACK: a statement had failed and its error was swallowed. Nothing was stored. */
class RolledBackError extends Error {
  override name = "RolledBackError";
}

/**
 * Replaces the transactions of Drizzle, which leak a connection of the pool when BEGIN fails, hide the first error when
 * ROLLBACK fails too, and treat a commit that PostgreSQL answered with ROLLBACK as a success.
 */
async function inTransaction<T>(
  pool: pg.Pool,
  { advisoryLock, inTurn }: TransactionOptions,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const connection = await pool.connect();
  const client = inTurn ? queueStatements(traceQueries(connection)) : traceQueries(connection);
  let isBroken = false;
  try {
    await client.query("begin");
    // A separate statement, so that the next one sees what the previous holder of the lock has committed.
    if (advisoryLock !== undefined) await client.query("select pg_advisory_xact_lock($1)", [lockNumber(advisoryLock)]);
    const result = await work(client);
    const { command } = await client.query("commit");
    if (command !== "COMMIT") throw new RolledBackError("The transaction was rolled back instead of committed");
    return result;
  } catch (error) {
    // A connection that does not answer is destroyed; PostgreSQL rolls back when it closes.
    const isSilent = isDatabaseUnavailable(error) && !getSqlState(error);
    // A connection to a database that has become read-only stays read-only, while a new one may reach the new primary.
    // A connection also keeps plans that a migration has outdated.
    isBroken =
      isSilent ||
      getSqlState(error) === "25006" ||
      isOutdatedPlan(error) ||
      (await client.query("rollback").then(
        () => false,
        () => true,
      ));
    throw error;
  } finally {
    connection.release(isBroken);
  }
}

const lockNumber = (name: string) => createHash("sha256").update(name).digest().readBigInt64BE();

/** Wraps a connection so that its statements wait for each other. Version 9 of `pg` will no longer queue them. */
function queueStatements(connection: pg.PoolClient): pg.PoolClient {
  const inTurn = pLimit(1);
  const query = (...args: Parameters<pg.PoolClient["query"]>) => inTurn(async () => connection.query(...args));
  return new Proxy(connection, {
    get: (target, name) => (name === "query" ? query : Reflect.get(target, name, target)),
  });
}

/** Wraps a pool or connection so that each statement is a span of the trace. Returns it unchanged without tracing. */
function traceQueries<Client extends pg.Pool | pg.PoolClient>(client: Client): Client {
  if (!isTracing()) return client;
  const query = (...args: [statement: string | { text: string }, ...rest: never[]]) => {
    const text = typeof args[0] === "string" ? args[0] : args[0].text;
    const attributes = { "db.system.name": "postgresql", "db.query.text": text.slice(0, 1000) };
    const name = `sql ${/\w+/.exec(text)?.[0].toLowerCase() ?? ""}`;
    return traced(
      () => ({ name, kind: "client", attributes }),
      async () => client.query(...(args as [string])),
    );
  };
  return new Proxy(client, {
    get: (target, name) => {
      if (name === "query") return query;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

function buildRunSql(client: pg.Pool | pg.PoolClient): RunSql {
  return async (text, values) => {
    // A text with several statements returns an array of results; the types of `pg` only know one result.
    const answer: unknown = values?.length ? await client.query(text, values) : await client.query(text);
    const results = (Array.isArray(answer) ? answer : [answer]) as pg.QueryResult<Record<string, unknown>>[];
    return { rows: results.flatMap((result) => result.rows) };
  };
}

/**
 * Checks the database on a connection of its own, because the database may work although every connection of the pool
 * waits for a lock.
 */
async function pingAlone(url: string, timeoutMs: number): Promise<boolean> {
  const client = checkClient(url, timeoutMs);
  try {
    await client.connect();
    return await isWritable(client);
  } finally {
    // Not awaited: a server that hangs does not answer this either.
    void client.end().catch(() => {});
  }
}

function checkClient(url: string, timeoutMs: number): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: `${applicationName} check`,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on("error", () => {});
  return client;
}

async function isWritable(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ writable: boolean }>(
    "select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writable",
  );
  return rows[0]?.writable === true;
}

/**
 * Checks the database like `pingAlone`, but on one connection that it keeps, because a database that accepts no more
 * connections still works on the open ones. After a failure, or when the database no longer accepts writes, the next
 * check opens a new connection.
 */
function createKeptCheck(url: string) {
  let clientPromise: Promise<pg.Client> | undefined;
  const connect = async (timeoutMs: number) => {
    const client = checkClient(url, timeoutMs);
    await client.connect();
    return client;
  };
  const drop = () => {
    const dropped = clientPromise;
    clientPromise = undefined;
    // Not awaited: a server that hangs does not answer this either.
    dropped?.then((client) => client.end()).catch(() => {});
  };
  return {
    async ping(timeoutMs: number): Promise<boolean> {
      const checkedPromise = (clientPromise ??= connect(timeoutMs));
      try {
        const writable = await isWritable(await checkedPromise);
        if (!writable && clientPromise === checkedPromise) drop();
        return writable;
      } catch (error) {
        if (clientPromise === checkedPromise) drop();
        throw error;
      }
    },
    async close(): Promise<void> {
      drop();
    },
  };
}

async function migrateAlone(url: string, folder: string, log: DbLog): Promise<void> {
  // Uses a separate connection: it has no statement timeout, and the lock is released however the connection ends.
  const client = new pg.Client({
    connectionString: url,
    application_name: `${applicationName} migrations`,
    connectionTimeoutMillis: 8_000,
    keepAlive: true,
  });
  client.on("error", (error) => log.warn(errorForLog(error), "The connection for migrations was lost"));
  try {
    await client.connect();
    // The role may have limits of its own, for poolers that accept no limits from clients (deploy/pgbouncer).
    await client.query("set statement_timeout = 0");
    await client.query("set lock_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    // While a migration waits for a lock on a table, later queries wait behind it: it gives up soon and tries again.
    await client.query("set lock_timeout = '2s'");
    for (let triesLeft = 30; ; triesLeft--) {
      try {
        await migrate(drizzle({ client }), { migrationsFolder: folder });
        return;
      } catch (error) {
        if (getSqlState(error) !== "55P03" || triesLeft === 0) throw error;
        log.warn({ tries_left: triesLeft }, "A migration waits for a lock; trying again");
        await wait(1_000);
      }
    }
  } finally {
    await client.end();
  }
}

/** Reads a bigint as a number while that is exact, a date as "2026-03-01", and numeric as text. */
function setTypeParsers(): void {
  // Set for the whole process, because Drizzle uses the global parsers of pg and not those of the pool.
  pg.types.setTypeParser(pg.types.builtins.INT8, (value) => {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : BigInt(value);
  });
  pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);
}
