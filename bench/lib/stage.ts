/** What every part plays on: a PostgreSQL with the demo content, and the built site in production mode. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { loadDemoContent } from "#db/demo/load.server.ts";
import { openDatabase, type Database } from "#platform/db/database.server.ts";
import { migrateDatabase } from "#platform/db/migrate.server.ts";
import { testContext } from "#test/context.ts";
import { startPostgres, type PostgresServer } from "#test/postgres.ts";
import { answers, freePort, start, startChild, type Running } from "./processes.ts";

const silent = { info() {}, warn() {}, error() {} };
const template = "bench_template";
/** Signs the sessions of the site under test, and nothing else. */
export const authSecret = "bench-secret-of-more-than-32-characters";
/** The site's own default, and that of the references. */
export const poolSize = 10;

export interface Stage {
  /** A folder that goes with the run. */
  scratch: string;
  /** A fresh database with the demo content; its address. */
  database(name: string): Promise<string>;
  /**
   * Starts the site as `npm start` does, in production mode and with the fake provider beside it, on a database of this
   * stage or on one of its own in a folder of the scratch; resolves when `path` is answered with 200. `values` are
   * settings that differ from those of the bench.
   */
  site(where: Where, path?: string, values?: Record<string, string>): Promise<Site>;
  /** The same build inside of `bench/children/capture.ts`. */
  witness(where: Where): Promise<Site>;
  close(): Promise<void>;
}

export type Where = { databaseUrl: string } | { folder: string };

export interface Site extends Running {
  url: string;
  port: number;
}

/** Opens a database of the stage for the bench's own reading and writing; the caller closes it. */
export function openBenchDatabase(url: string): Promise<Database> {
  return openDatabase({ databaseUrl: url, dataDir: "", poolSize, log: silent });
}

async function administer(server: PostgresServer, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.url() });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function makeTemplate(server: PostgresServer): Promise<void> {
  await administer(server, `create database ${template}`);
  const database = await openBenchDatabase(server.url(template));
  try {
    await migrateDatabase(database, "db/migrations");
    await loadDemoContent(testContext(database));
  } finally {
    await database.close();
  }
}

/**
 * Starts PostgreSQL (data that need not survive) and fills its template. `nodeFlags` go to the site's process, for
 * profiles.
 */
export async function openStage(nodeFlags: string[] = []): Promise<Stage> {
  const scratch = mkdtempSync(join(tmpdir(), "nama-bench-"));
  let server: PostgresServer | undefined;
  const close = async () => {
    await server?.stop();
    rmSync(scratch, { recursive: true, force: true });
  };
  try {
    server = await startPostgres();
    await makeTemplate(server);
  } catch (error) {
    await close();
    throw error;
  }
  const postgres = server;
  return {
    scratch,
    close,
    async database(name) {
      await administer(postgres, `create database ${name} template ${template}`);
      return postgres.url(name);
    },
    async site(where, path = "/healthz", values = {}) {
      const { env, place } = await settings(scratch, where);
      const site = start(process.execPath, [...nodeFlags, ...startCommand()], { ...env, ...values });
      await answers(site, place.url + path);
      return { ...site, ...place };
    },
    async witness(where) {
      const { env, place } = await settings(scratch, where);
      return { ...(await startChild("capture", [], env)), ...place };
    },
  };
}

/** What `npm start` runs, after the word "node". */
function startCommand(): string[] {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: { start: string } };
  const [node, ...rest] = scripts.start.split(" ");
  if (node !== "node") throw new Error(`The bench expects "start" to be a node command, not: ${scripts.start}`);
  // The bench runs under the right Node already, and measures the site's process, not the one that looks for it.
  return rest[0] === "scripts/run.js" && rest[1] === "node" ? rest.slice(2) : rest;
}

async function settings(
  scratch: string,
  where: Where,
): Promise<{ env: Record<string, string>; place: { url: string; port: number } }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: String(port),
    BASE_URL: url,
    AUTH_SECRET: authSecret,
    PAYMENTS_API_URL: "sandbox",
    PAYMENTS_SANDBOX_PORT: String(await freePort()),
    RATE_LIMIT_FACTOR: "100000",
    LOG_LEVEL: "error",
    DATABASE_POOL: String(poolSize),
    DATA_DIR: join(scratch, "folder" in where ? where.folder : `data-${port}`),
    // The site's own database is the one of a plain `npm start`, which brings the demo content.
    ...("databaseUrl" in where ? { DATABASE_URL: where.databaseUrl } : { DEMO: "1" }),
  };
  return { env, place: { url, port } };
}
