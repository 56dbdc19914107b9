/** Isolated, migrated databases for tests, in a tenth of a second each. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { createDatabase, openDatabase, type Database } from "#platform/db/database.server.ts";
import { embeddedDriver } from "#platform/db/embedded/embedded.server.ts";
import { startPGlite } from "#platform/db/embedded/pglite.server.ts";
import { templateDatabase } from "./global-setup.ts";
import { withoutOtherDatabases } from "./tar.ts";

export type DatabaseKind = "embedded" | "postgres";

/**
 * The engine of tests that are about something else: PostgreSQL, and with `npm run test:all` the embedded one, which
 * takes longer.
 */
export const usualDatabase: DatabaseKind = process.env["TEST_ALL"] ? "embedded" : "postgres";
/** The engines of tests that go through either: PostgreSQL, and with `npm run test:all` both. */
export const databaseKinds: DatabaseKind[] = process.env["TEST_ALL"] ? ["postgres", "embedded"] : ["postgres"];

/**
 * Rounds of a race that `npm run test:all` repeats `many` times: two show that it holds, and its negative control that
 * it can be lost.
 */
export const raceRounds = (many: number): number => (process.env["TEST_ALL"] ? many : 2);

/**
 * The steps, 1 to `steps`, at each of which a test kills the process: all with `npm run test:all`, else every fourth
 * from the first on, and the last.
 */
export function stepsToKill(steps: number): number[] {
  const all = Array.from({ length: steps }, (_, index) => index + 1);
  return process.env["TEST_ALL"] ? all : all.filter((step) => step % 4 === 1 || step === steps);
}

export interface TestDatabase extends Database {
  /** For a second process or pool on the same database; PostgreSQL only. */
  url: string | undefined;
}

export const silentLog = { info() {}, warn() {}, error() {} };

/** A database of its own for the caller, who closes it; that also drops it. `poolSize` (10) is PostgreSQL's. */
export async function openTestDatabase(kind: DatabaseKind, { poolSize = 10 } = {}): Promise<TestDatabase> {
  return kind === "embedded" ? openEmbeddedCopy() : openPostgresCopy(poolSize);
}

async function openPostgresCopy(poolSize: number): Promise<TestDatabase> {
  const url = new URL(fromSetup("TEST_POSTGRES_URL"));
  const name = `test_${process.pid}_${crypto.randomUUID().slice(0, 8)}`;
  // A copy of the files costs a third of one through the log, which is the default.
  await administer(url, `create database ${name} template ${templateDatabase} strategy file_copy`);
  const own = new URL(`/${name}`, url).href;
  const database = await openDatabase({ databaseUrl: own, dataDir: "", poolSize, log: silentLog });
  const close = async () => {
    await database.close();
    await administer(url, `drop database if exists ${name} with (force)`);
  };
  return { ...database, url: own, close };
}

async function administer(url: URL, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/**
 * What global-setup.ts has put into the environment: PostgreSQL's address, or the file of a migrated embedded database.
 */
export function fromSetup(name: "TEST_POSTGRES_URL" | "TEST_EMBEDDED_TEMPLATE"): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: tests run by Vitest or Playwright, with test/global-setup.ts.`);
  return value;
}

/** Read and compiled once per worker; every copy shares them. */
let parts: Promise<{ loadDataDir: Blob; fsBundle: Blob; pgliteWasmModule: WebAssembly.Module }> | undefined;

async function loadParts() {
  const engine = (file: string) =>
    readFileSync(fileURLToPath(new URL(file, import.meta.resolve("@electric-sql/pglite"))));
  return {
    loadDataDir: new Blob([withoutOtherDatabases(readFileSync(fromSetup("TEST_EMBEDDED_TEMPLATE")))]),
    fsBundle: new Blob([engine("pglite.data")]),
    pgliteWasmModule: await WebAssembly.compile(engine("pglite.wasm")),
  };
}

async function openEmbeddedCopy(): Promise<TestDatabase> {
  parts ??= loadParts();
  const pglite = await startPGlite({
    ...(await parts),
    startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=4MB"],
  });
  return { ...createDatabase(embeddedDriver(pglite)), url: undefined };
}
