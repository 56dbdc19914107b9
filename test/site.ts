/** A real built site for tests: `npm start` itself on a free port, with a fake card provider and data of its own. */
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
  /** Origin the site believes to have and the browser uses. */
  url: string;
  /** The fake provider of this site, in this process: set faults, read payments. */
  sandbox: Sandbox;
  /** A second way into the site's database; null when it runs its own. */
  database: TestDatabase | null;
  dataDir: string;
  process: ChildProcess;
  /** Everything the process wrote, a line each. */
  output: string[];
  /** Every mail of the outbox, newest first. */
  mails(): Promise<SentMail[]>;
  /** Ends it as an operator would; resolves with the exit code. Repeatable. */
  stop(): Promise<number | null>;
}

export interface TestSiteOptions {
  /** The tests' PostgreSQL, or one that the site runs itself in `dataDir`. */
  database: "postgres" | "own";
  /** Settings beside the usual ones of a test, or what makes them once the fake provider's address is known. */
  env?: Record<string, string> | ((sandbox: Sandbox) => Record<string, string>);
  /** Runs beside another site on its PostgreSQL, as a second process of it. */
  beside?: TestSite;
  /** What the browser calls it; passkeys want a name. */
  host?: "127.0.0.1" | "localhost";
  /** Of another version that is built there; this one by default. */
  folder?: string;
}

/** Ends the child with us, however we end: the channel between the two closes even after kill -9. */
const endWithParent = `data:text/javascript,${encodeURIComponent('process.on("disconnect", () => process.exit()); process.channel?.unref();')}`;

/**
 * Starts the built site and resolves once it answers. Throws when it is not built, or with its output when it ends
 * instead.
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
    // The fake provider already listens there, so the site starts none of its own.
    PAYMENTS_SANDBOX_PORT: String(sandbox.port),
    AUTH_SECRET: "test-secret-of-more-than-32-characters",
    RATE_LIMIT_FACTOR: "1000",
    DATABASE_POOL: "5",
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...(typeof env === "function" ? env(sandbox) : env),
  };
  const { child, output } = spawnStart(settings, folder);
  const exited = once(child, "exit").then(([code]) => code as number | null);

  const cleared = exited.then(async () => {
    await sandbox.close();
    await database?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const ended = exited.then((code) => {
    throw new Error(`The site ended with ${code} instead of starting:\n${output.join("\n")}`);
  });
  ended.catch(() => {});
  await Promise.race([waitForOutput(child, url), ended]);

  let stopping: Promise<number | null> | undefined;
  const stop = async () => {
    child.kill("SIGTERM");
    const late = setTimeout(() => child.kill("SIGKILL"), 15_000);
    const code = await exited;
    clearTimeout(late);
    await cleared;
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
 * The site on PostgreSQL that the test files of a worker share, with all of its log; it ends with the worker. Files
 * leave its content as it was, or use courses and people of their own.
 */
export const sharedTestSite = (): Promise<TestSite> =>
  (shared ??= startTestSite({ database: "postgres", env: { LOG_LEVEL: "trace" } }));

/** `npm start` with these settings and none of this process's own; what it writes is kept. */
export function spawnStart(settings: Record<string, string>, folder = "."): { child: ChildProcess; output: string[] } {
  const child = spawn(process.execPath, ["--import", endWithParent, "scripts/start.js"], {
    cwd: folder,
    // Tests make what they look at.
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
      // It may come in two pieces.
      output += String(chunk);
      if (!output.includes(text)) return;
      child.stdout?.off("data", listen);
      resolve();
    };
    child.stdout?.on("data", listen);
  });
}
