/** What every part plays on: a PostgreSQL with the demo content, and the built site in production mode. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { loadDemoContent } from "#db/demo/load.server.ts";
import { openDatabase, type Database } from "#platform/db/database.server.ts";
import { migrateDatabase } from "#platform/db/migrate.server.ts";
import { testContext } from "#test/context.ts";
import { startPostgres, type PostgresServer } from "#test/postgres.ts";
import { freePort, startChild, type Running } from "./processes.ts";

const silent = { info() {}, warn() {}, error() {} };
const template = "bench_template";
/** Signs the sessions of the site under test, and nothing else. */
const authSecret = "bench-secret-of-more-than-32-characters";
/** The site's own default, and that of the references. */
export const poolSize = 10;

export interface Stage {
  /** A folder that goes with the run. */
  scratch: string;
  /** A fresh database with the demo content; its address. */
  database(name: string): Promise<string>;
  /** Starts the site on a database of this stage, or on the embedded one in a folder of the scratch. */
  site(where: { databaseUrl: string } | { folder: string }, options?: { sandboxPort?: number; child?: "site" | "capture" }): Promise<Site>;
  close(): Promise<void>;
}

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

/** Starts PostgreSQL (data that need not survive) and fills its template. `nodeFlags` go to the site's process, for profiles. */
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
    async site(where, { sandboxPort, child = "site" } = {}) {
      const port = await freePort();
      const env: Record<string, string> = {
        NODE_ENV: "production",
        HOST: "127.0.0.1",
        PORT: String(port),
        BASE_URL: `http://127.0.0.1:${port}`,
        AUTH_SECRET: authSecret,
        PAYMENTS_API_URL: "sandbox",
        PAYMENTS_SANDBOX_PORT: String(sandboxPort ?? (await freePort())),
        RATE_LIMIT_FACTOR: "100000",
        LOG_LEVEL: "error",
        DATABASE_POOL: String(poolSize),
        DATA_DIR: join(scratch, "folder" in where ? where.folder : `data-${port}`),
        // The embedded database is the one of `npm start`, which brings the demo content.
        ...("databaseUrl" in where ? { DATABASE_URL: where.databaseUrl } : { DEMO: "1" }),
      };
      const running = await startChild(child, { env, node: nodeFlags });
      return { ...running, url: env["BASE_URL"] ?? "", port };
    },
  };
}
