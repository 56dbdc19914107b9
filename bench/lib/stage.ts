/** What every part runs on: a PostgreSQL server with the demo content, and the built site in production mode. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { loadDemoContent } from "#db/demo/load.server.ts";
import { openDatabase, type Database } from "#platform/db/database.server.ts";
import { migrateDatabase } from "#platform/db/migrate.server.ts";
import { testContext } from "#test/context.ts";
import { startPostgres, type PostgresServer } from "#test/postgres.ts";
import { freePort, start, startChild, waitUntilReady, type Running } from "./processes.ts";

const silent = { info() {}, warn() {}, error() {} };
const template = "bench_template";
/** The secret with which the measured site signs its sessions. It is used nowhere else. */
export const authSecret = "bench-secret-of-more-than-32-characters";
/** Database connections of the site (its default) and of each reference. */
export const poolSize = 10;

export interface Stage {
  /** A temporary folder, which is deleted at the end of the run. */
  scratch: string;
  /** Creates a database with the demo content and resolves with its URL. */
  database(name: string): Promise<string>;
  /**
   * Starts the site as `npm start` does, in production mode and with the fake provider. The site uses a database of
   * this stage, or its own PostgreSQL in a folder of the scratch folder. Resolves when `path` is answered with 200.
   * `values` are environment variables that differ from those of the bench.
   */
  site(where: Where, path?: string, values?: Record<string, string>): Promise<Site>;
  /** Starts the same build in `bench/children/capture.ts`, which records its React tree and its list query. */
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
 * Starts a temporary PostgreSQL server and fills the template of its databases. `nodeFlags` are passed to the site's
 * process, for CPU profiles.
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
      const { env, address } = await buildSettings(scratch, where);
      const site = start(process.execPath, [...nodeFlags, ...readStartArguments()], { ...env, ...values });
      await waitUntilReady(site, address.url + path);
      return { ...site, ...address };
    },
    async witness(where) {
      const { env, address } = await buildSettings(scratch, where);
      return { ...(await startChild("capture", [], env)), ...address };
    },
  };
}

/** Returns the arguments that `npm start` passes to node. */
function readStartArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: { start: string } };
  const [node, ...rest] = scripts.start.split(" ");
  if (node !== "node") throw new Error(`The bench expects "start" to be a node command, not: ${scripts.start}`);
  // scripts/run.js looks for the right Node and starts it. The bench already runs in that Node and must measure the
  // site's process, so it leaves the script out.
  return rest[0] === "scripts/run.js" && rest[1] === "node" ? rest.slice(2) : rest;
}

async function buildSettings(
  scratch: string,
  where: Where,
): Promise<{ env: Record<string, string>; address: { url: string; port: number } }> {
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
    // Without a database URL the site starts its own PostgreSQL, as a plain `npm start` does, with the demo content.
    ...("databaseUrl" in where ? { DATABASE_URL: where.databaseUrl } : { DEMO: "1" }),
  };
  return { env, address: { url, port } };
}
