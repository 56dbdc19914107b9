/** Isolated, migrated databases for tests, in a tenth of a second each. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { afterAll, describe, inject, onTestFinished } from "vitest";
import { createDatabase, openDatabase, type Database } from "#platform/db/database.server.ts";
import { embeddedDriver } from "#platform/db/embedded.server.ts";
import { startPGlite } from "#platform/db/pglite.server.ts";
import { templateDatabase } from "./global-setup.ts";
import { withoutOtherDatabases } from "./tar.ts";

export type DatabaseKind = "embedded" | "postgres";

export interface TestDatabase extends Database {
  /** For a second process or pool on the same database; PostgreSQL only. */
  url: string | undefined;
}

export const silentLog = { info() {}, warn() {}, error() {} };

/** A database of its own for the caller, who closes it; that also drops it. `poolSize` (10) is PostgreSQL's. */
export async function openTestDatabase(kind: DatabaseKind, { poolSize = 10 } = {}): Promise<TestDatabase> {
  return kind === "embedded" ? openEmbeddedCopy() : openPostgresCopy(poolSize);
}

type Suite = (open: () => Promise<TestDatabase>, kind: DatabaseKind) => void;

/**
 * Runs the suite on PostgreSQL, and with `npm run test:all` on the embedded engine as well, which takes eight times as long. Its `open`
 * gives a fresh database, closed after the test that opened it, or after the suite when it was opened in `beforeAll`.
 */
export function describeOnDatabase(name: string, suite: Suite): void {
  describeOn(process.env["TEST_ALL"] ? ["postgres", "embedded"] : ["postgres"], name, suite);
}

/** The contract of our database layer: as `describeOnDatabase`, always on both engines. */
export function describeOnBothDatabases(name: string, suite: Suite): void {
  describeOn(["postgres", "embedded"], name, suite);
}

function describeOn(kinds: DatabaseKind[], name: string, suite: Suite): void {
  describe.each(kinds)(`${name} (%s)`, (kind) => {
    const shared: TestDatabase[] = [];
    afterAll(() => Promise.all(shared.map((database) => database.close())));
    suite(async () => {
      const database = await openTestDatabase(kind);
      try {
        onTestFinished(() => database.close());
      } catch {
        shared.push(database);
      }
      return database;
    }, kind);
  });
}

async function openPostgresCopy(poolSize: number): Promise<TestDatabase> {
  const url = new URL(inject("postgresUrl"));
  const name = `test_${process.pid}_${crypto.randomUUID().slice(0, 8)}`;
  await administer(url, `create database ${name} template ${templateDatabase}`);
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

/** Read and compiled once per worker; every copy shares them. */
let parts: Promise<{ loadDataDir: Blob; fsBundle: Blob; pgliteWasmModule: WebAssembly.Module }> | undefined;

async function loadParts() {
  const engine = (file: string) => readFileSync(fileURLToPath(new URL(file, import.meta.resolve("@electric-sql/pglite"))));
  return {
    loadDataDir: new Blob([withoutOtherDatabases(readFileSync(inject("embeddedTemplate")))]),
    fsBundle: new Blob([engine("pglite.data")]),
    pgliteWasmModule: await WebAssembly.compile(engine("pglite.wasm")),
  };
}

async function openEmbeddedCopy(): Promise<TestDatabase> {
  parts ??= loadParts();
  const pglite = await startPGlite({ ...(await parts), startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=4MB"] });
  return { ...createDatabase(embeddedDriver(pglite)), url: undefined };
}
