/** The global set-up of Vitest and Playwright: one PostgreSQL server with one migrated template for the whole run. */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type Database } from "../src/platform/db/database.server.ts";
import { migrateDatabase } from "../src/platform/db/migrate.server.ts";
import { startPostgres, type PostgresServer } from "./postgres.ts";

export const templateDatabase = "nama_template";
const migrations = "db/migrations";

/** Runs the committed migrations, if there are any. */
async function migrate(database: Database): Promise<void> {
  if (existsSync(join(migrations, "meta/_journal.json"))) await migrateDatabase(database, migrations);
}

/**
 * Starts PostgreSQL and puts its URL in an environment variable, which the workers of both runners inherit. Resolves
 * with a function that stops it.
 */
export default async function setup(): Promise<() => Promise<void>> {
  // The folder for files that the site writes during tests.
  const dataDir = await mkdtemp(join(tmpdir(), "nama-test-"));
  process.env["TEST_DATA_DIR"] = dataDir;
  const server = await startPostgres({ inMemory: true });
  try {
    await preparePostgres(server);
  } catch (error) {
    await server.stop();
    throw error;
  }
  process.env["TEST_POSTGRES_URL"] = server.url();
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

async function preparePostgres(server: PostgresServer): Promise<void> {
  const log = { info() {}, warn() {}, error() {} };
  const admin = await openDatabase({ databaseUrl: server.url(), dataDir: "", poolSize: 1, log });
  await admin.executeSql(`create database ${templateDatabase}`).finally(() => admin.close());
  const template = await openDatabase({ databaseUrl: server.url(templateDatabase), dataDir: "", poolSize: 1, log });
  await migrate(template).finally(() => template.close());
}
