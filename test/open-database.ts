/** Opens isolated, migrated databases for tests, each in a tenth of a second. */
import pg from "pg";
import { openDatabase, type Database } from "#platform/db/database.server.ts";
import { templateDatabase } from "./global-setup.ts";

/**
 * True in `npm run test:all`. Tests that only it runs begin with `it.runIf(isFullRun)`. docs/testing.md says what
 * covers them in the plain run.
 */
export const isFullRun = Boolean(process.env["TEST_ALL"]);

/**
 * Returns the number of rounds for the test of a race: `many` in `npm run test:all`, otherwise one. One round shows
 * that the code is right, and its negative control shows that wrong code would fail.
 */
export const raceRounds = (many: number): number => (isFullRun ? many : 1);

/** Number of random cases for a property of amounts: 10,000 in `npm run test:all`, otherwise 200. */
export const propertyRuns = isFullRun ? 10_000 : 200;

/**
 * Returns the cases of a matrix to test: all in `npm run test:all`, otherwise one of `every` cases. Each `row` starts
 * at another case, so that every row tests some cases and every case is tested in some row.
 */
export function sampleCases<Case>(cases: readonly Case[], every: number, row = 0): Case[] {
  return isFullRun ? [...cases] : cases.filter((_, index) => (index + row) % every === 0);
}

/**
 * Returns the steps, from 1 to `steps`, at which a test kills the process: all in `npm run test:all`, otherwise every
 * fourth from the first on, and the last.
 */
export function stepsToKill(steps: number): number[] {
  const allSteps = Array.from({ length: steps }, (_, index) => index + 1);
  return isFullRun ? allSteps : allSteps.filter((step) => step % 4 === 1 || step === steps);
}

export interface TestDatabase extends Database {
  /** The URL of the database, for a second process or pool. */
  url: string;
}

export const silentLog = { info() {}, warn() {}, error() {} };

/** Time limits that are longer than a site's, because tests may run on a machine under load. */
export const testLimits = {
  connectionTimeoutMillis: 30_000,
  lock_timeout: 30_000,
  statement_timeout: 40_000,
  query_timeout: 45_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** Creates a database for the caller. Closing it also drops it. */
export async function openTestDatabase({ poolSize = 10 } = {}): Promise<TestDatabase> {
  const url = new URL(readPostgresUrl());
  const name = `test_${process.pid}_${crypto.randomUUID().slice(0, 8)}`;
  // Copying the files costs a third of a copy through the write-ahead log, which is the default.
  await administer(url, `create database ${name} template ${templateDatabase} strategy file_copy`);
  const databaseUrl = new URL(`/${name}`, url).href;
  const database = await openDatabase({ databaseUrl, dataDir: "", poolSize, limits: testLimits, log: silentLog });
  const close = async () => {
    await database.close();
    await administer(url, `drop database if exists ${name} with (force)`);
  };
  return { ...database, url: databaseUrl, close };
}

/** Connections that create and drop databases. They stay open but do not keep the process alive. */
let adminPool: pg.Pool | undefined;

async function administer(url: URL, statement: string): Promise<void> {
  adminPool ??= new pg.Pool({ connectionString: url.href, max: 2, allowExitOnIdle: true }).on("error", () => {});
  await adminPool.query(statement);
}

/** Reads the URL of PostgreSQL, which global-setup.ts has put into the environment. */
function readPostgresUrl(): string {
  const url = process.env["TEST_POSTGRES_URL"];
  if (!url)
    throw new Error("TEST_POSTGRES_URL is not set: tests run by Vitest or Playwright, with test/global-setup.ts.");
  return url;
}
