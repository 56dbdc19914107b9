/**
 * The global set-up of Vitest and of Playwright: one PostgreSQL and one migrated template of each kind for the whole
 * run.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase, type Database } from "../src/platform/db/database.server.ts";
import { migrateDatabase } from "../src/platform/db/migrate.server.ts";
import { dumpFilled } from "../src/platform/db/embedded/template.server.ts";
import { startPostgres, type PostgresServer } from "./postgres.ts";

export const templateDatabase = "nama_template";
const migrations = "db/migrations";
const cache = "node_modules/.cache/nama-test";

/** Migrations as committed; none while the project has none. */
async function migrate(database: Database): Promise<void> {
  if (existsSync(join(migrations, "meta/_journal.json"))) await migrateDatabase(database, migrations);
}

/** Starts them and names them in the environment, which both runners' workers inherit; answers with what ends them. */
export default async function setup(): Promise<() => Promise<void>> {
  // What verbs keep in files.
  const dataDir = await mkdtemp(join(tmpdir(), "nama-test-"));
  process.env["TEST_DATA_DIR"] = dataDir;
  const [server, embeddedTemplate] = await Promise.all([startPostgres({ inMemory: true }), prepareEmbedded()]);
  try {
    await preparePostgres(server);
  } catch (error) {
    await server.stop();
    throw error;
  }
  process.env["TEST_POSTGRES_URL"] = server.url();
  process.env["TEST_EMBEDDED_TEMPLATE"] = embeddedTemplate;
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

/** Making it takes seconds, so it is cached until the migrations, the engine or the way it is made change. */
async function prepareEmbedded(): Promise<string> {
  const key = createHash("sha256");
  const sources = [
    "src/platform/db/embedded/pglite.server.ts",
    "src/platform/db/embedded/template.server.ts",
    createRequire(import.meta.url).resolve("@electric-sql/pglite"),
  ];
  const sql = existsSync(migrations)
    ? readdirSync(migrations, { recursive: true, encoding: "utf8" })
        .toSorted()
        .map((name) => join(migrations, name))
    : [];
  for (const file of [...sources, ...sql.filter((name) => /\.(sql|json)$/.test(name))])
    key.update(file).update(readFileSync(file));
  const file = join(cache, `embedded-${key.digest("hex").slice(0, 16)}.tar`);
  if (existsSync(file)) return file;
  const tarball = await dumpFilled(migrate, "none");
  await mkdir(cache, { recursive: true });
  await Promise.all(
    readdirSync(cache)
      .filter((name) => name.startsWith("embedded-"))
      .map((name) => rm(join(cache, name))),
  );
  await writeFile(`${file}.${process.pid}`, tarball);
  await rename(`${file}.${process.pid}`, file);
  return file;
}
