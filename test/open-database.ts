/** Isolated, migrated databases for tests, in a tenth of a second each. */
import pg from "pg";
import { openDatabase, type Database } from "#platform/db/database.server.ts";
import { templateDatabase } from "./global-setup.ts";

/** `npm run test:all`. What only that runs begins with `it.runIf(everything)`; docs/testing.md says what does without. */
export const everything = Boolean(process.env["TEST_ALL"]);

/**
 * Rounds of a race that `npm run test:all` repeats `many` times: one shows that it holds, and its negative control that
 * it can be lost.
 */
export const raceRounds = (many: number): number => (everything ? many : 1);

/** Cases that a rule of money is tried with: 10,000 with `npm run test:all`, else 200 drawn anew in each run. */
export const propertyRuns = everything ? 10_000 : 200;

/**
 * Cases of a matrix: all with `npm run test:all`, else every nth, from another one on in each `row`, so that each case
 * is met in some row and each row meets some.
 */
export function sampleCases<Case>(all: readonly Case[], every: number, row = 0): Case[] {
  return everything ? [...all] : all.filter((_, at) => (at + row) % every === 0);
}

/**
 * The steps, 1 to `steps`, at each of which a test kills the process: all with `npm run test:all`, else every fourth
 * from the first on, and the last.
 */
export function stepsToKill(steps: number): number[] {
  const all = Array.from({ length: steps }, (_, index) => index + 1);
  return everything ? all : all.filter((step) => step % 4 === 1 || step === steps);
}

export interface TestDatabase extends Database {
  /** For a second process or pool on the same database. */
  url: string;
}

export const silentLog = { info() {}, warn() {}, error() {} };

/** Longer than a site's, because tests may run on a machine under load. */
export const testLimits = {
  connectionTimeoutMillis: 30_000,
  lock_timeout: 30_000,
  statement_timeout: 40_000,
  query_timeout: 45_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** A database of its own for the caller, who closes it; that also drops it. */
export async function openTestDatabase({ poolSize = 10 } = {}): Promise<TestDatabase> {
  const url = new URL(fromSetup("TEST_POSTGRES_URL"));
  const name = `test_${process.pid}_${crypto.randomUUID().slice(0, 8)}`;
  // A copy of the files costs a third of one through the log, which is the default.
  await administer(url, `create database ${name} template ${templateDatabase} strategy file_copy`);
  const own = new URL(`/${name}`, url).href;
  const database = await openDatabase({ databaseUrl: own, dataDir: "", poolSize, limits: testLimits, log: silentLog });
  const close = async () => {
    await database.close();
    await administer(url, `drop database if exists ${name} with (force)`);
  };
  return { ...database, url: own, close };
}

/** Kept for the next database, and no reason for the process to stay. */
let administrators: pg.Pool | undefined;

async function administer(url: URL, statement: string): Promise<void> {
  administrators ??= new pg.Pool({ connectionString: url.href, max: 2, allowExitOnIdle: true }).on("error", () => {});
  await administrators.query(statement);
}

/** What global-setup.ts has put into the environment: PostgreSQL's address. */
function fromSetup(name: "TEST_POSTGRES_URL"): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: tests run by Vitest or Playwright, with test/global-setup.ts.`);
  return value;
}
