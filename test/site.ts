/** Starts the built site for tests: `npm start` on a free port, with a new fake card provider and data folder. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { sandboxKeys } from "#platform/env.server.ts";
import { startSandbox, type Sandbox } from "../sandbox/server.ts";
import { isBuilt } from "../scripts/build-digest.ts";
import { openTestDatabase, type TestDatabase } from "./open-database.ts";
import { freePort } from "./ports.ts";

export interface SentMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  created_at: string;
}

export interface TestSite {
  /** The origin of the site, which is also its BASE_URL. */
  url: string;
  /** The fake provider of this site. It runs in this process, so that tests can set faults and read payments. */
  sandbox: Sandbox;
  /** Connections of the test to the site's database; null when the site runs its own PostgreSQL. */
  database: TestDatabase | null;
  dataDir: string;
  process: ChildProcess;
  /** All lines that the process has written. */
  output: string[];
  /** Fetches every mail of the outbox, newest first. */
  mails(): Promise<SentMail[]>;
  /** Ends the site with SIGTERM and resolves with the exit code. May be called again. */
  stop(): Promise<number | null>;
}

export interface TestSiteOptions {
  /** The tests' PostgreSQL, or one that the site runs itself in `dataDir`. */
  database: "postgres" | "own";
  /** Additional environment variables, or a function that returns them once the fake provider runs. */
  env?: Record<string, string> | ((sandbox: Sandbox) => Record<string, string>);
  /** Starts a second process of this site, on the same database. */
  beside?: TestSite;
  /** The host in the site's URL. Passkeys require a name instead of an IP address. */
  host?: "127.0.0.1" | "localhost";
  /** The folder of another built version; this version by default. */
  folder?: string;
}

/** A module that makes the child exit when this process ends, even by kill -9, because the channel then closes. */
const endWithParent = `data:text/javascript,${encodeURIComponent('process.on("disconnect", () => process.exit()); process.channel?.unref();')}`;

/**
 * Starts the built site and resolves once it answers. Rejects when the site is not built, or with its output when it
 * exits instead.
 */
export async function startTestSite({
  database: kind,
  env = {},
  beside,
  host = "127.0.0.1",
  folder,
}: TestSiteOptions): Promise<TestSite> {
  if (!folder && !isBuilt())
    throw new Error('The site is not built, or its sources have changed since: run "npm run build".');
  const dataDir = mkdtempSync(join(process.env["TEST_DATA_DIR"] ?? tmpdir(), "nama-site-"));
  const port = await freePort();
  const url = `http://${host}:${port}`;
  const { publishable, secret, webhook } = sandboxKeys;
  const sandbox = await startSandbox({
    publishableKey: publishable,
    secretKey: secret,
    webhookSecret: webhook,
    webhookUrls: [`${url}/api/payment-webhook`],
    controlRoute: true,
  });
  const database = beside || kind === "own" ? null : await openTestDatabase({ poolSize: 2 });
  const databaseUrl = beside?.database?.url ?? database?.url;
  const settings: Record<string, string> = {
    PORT: String(port),
    BASE_URL: url,
    DATA_DIR: dataDir,
    // The fake provider already listens on this port, so the site starts no other one.
    PAYMENTS_SANDBOX_PORT: String(sandbox.port),
    AUTH_SECRET: "test-secret-of-more-than-32-characters",
    RATE_LIMIT_FACTOR: "1000",
    DATABASE_POOL: "5",
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...(typeof env === "function" ? env(sandbox) : env),
  };
  const { child, output } = spawnStart(settings, folder);
  const exited = once(child, "exit").then(([code]) => code as number | null);

  const cleanedUp = exited.then(async () => {
    await sandbox.close();
    await database?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const exitedEarly = exited.then((code) => {
    throw new Error(`The site ended with ${code} instead of starting:\n${output.join("\n")}`);
  });
  exitedEarly.catch(() => {});
  await Promise.race([waitForOutput(child, url), exitedEarly]);

  let stopping: Promise<number | null> | undefined;
  const stop = async () => {
    child.kill("SIGTERM");
    const killTimer = setTimeout(() => child.kill("SIGKILL"), 15_000);
    const code = await exited;
    clearTimeout(killTimer);
    await cleanedUp;
    return code;
  };
  return {
    url,
    sandbox,
    database,
    dataDir,
    process: child,
    output,
    mails: async () => (await (await fetch(`${url}/__dev/outbox?format=json`)).json()) as SentMail[],
    stop: () => (stopping ??= stop()),
  };
}

let shared: Promise<TestSite> | undefined;

/**
 * Returns the site that all test files of a worker share, with its full log. It ends with the worker. Files restore its
 * content, or use their own courses and people.
 */
export const sharedTestSite = (): Promise<TestSite> =>
  (shared ??= startTestSite({ database: "postgres", env: { LOG_LEVEL: "trace" } }));

/** Runs `npm start` with these environment variables and none of this process, and collects the lines of its output. */
export function spawnStart(settings: Record<string, string>, folder = "."): { child: ChildProcess; output: string[] } {
  const child = spawn(process.execPath, ["--import", endWithParent, "scripts/start.js"], {
    cwd: folder,
    // Tests create the data that they read, so the demo's history is left out.
    env: { PATH: process.env["PATH"] ?? "", DEMO_HISTORY: "0", ...settings },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface({ input: stream }).on("line", (line) => output.push(line));
  return { child, output };
}

/** Resolves once the process writes this text. */
function waitForOutput(child: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve) => {
    let output = "";
    const listen = (chunk: Buffer) => {
      // The text may arrive in two chunks.
      output += String(chunk);
      if (!output.includes(text)) return;
      child.stdout?.off("data", listen);
      resolve();
    };
    child.stdout?.on("data", listen);
  });
}
