/** Runs the fake card provider in its own process beside the site. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createConnection } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Env } from "../src/platform/env.server.ts";

export interface SandboxProcess {
  stop(): Promise<void>;
}

/** Module that ends the child with our process: the channel between the two closes even after kill -9. */
const endWithParent = `data:text/javascript,${encodeURIComponent('process.on("disconnect", () => process.exit()); process.channel?.unref();')}`;

export class PortTakenError extends Error {
  override name = "PortTakenError";
  constructor(port: number) {
    super(
      `Port ${port} is taken by another program; the fake card provider needs it. Set PAYMENTS_SANDBOX_PORT to another, or end that program.`,
    );
  }
}

/** Whether a fake provider already runs and can be used. Throws PortTakenError if another program has its port. */
export async function isSandboxRunning(env: Env): Promise<boolean> {
  if (!env.PAYMENTS_SANDBOX || !(await isListening(env.PAYMENTS_SANDBOX_PORT))) return false;
  if (!(await isSandbox(env))) throw new PortTakenError(env.PAYMENTS_SANDBOX_PORT);
  return true;
}

/**
 * Starts the fake provider if the settings require it, and restarts it if it ends. Resolves once it listens. Returns
 * undefined if a real provider is configured or a fake one already runs. Throws PortTakenError if another program has
 * its port.
 */
export async function startSandboxProcess(env: Env): Promise<SandboxProcess | undefined> {
  if (!env.PAYMENTS_SANDBOX || (await isSandboxRunning(env))) return undefined;
  const site = `http://${env.HOST === "0.0.0.0" || env.HOST === "::" ? "127.0.0.1" : env.HOST}:${env.PORT}`;
  const settings = {
    HOST: env.HOST,
    PORT: String(env.PORT),
    BASE_URL: env.BASE_URL,
    DATA_DIR: join(env.DATA_DIR, "sandbox"),
    PAYMENTS_SANDBOX: "1",
    PAYMENTS_SANDBOX_PORT: String(env.PAYMENTS_SANDBOX_PORT),
    PAYMENTS_WEBHOOK_URL: `${site}/api/payment-webhook`,
    PAYMENTS_PUBLISHABLE_KEY: env.PAYMENTS_PUBLISHABLE_KEY,
    PAYMENTS_SECRET_KEY: env.PAYMENTS_SECRET_KEY,
    PAYMENTS_WEBHOOK_SECRET: env.PAYMENTS_WEBHOOK_SECRET,
  };
  let child: ChildProcess;
  let stopping = false;
  const run = async (): Promise<void> => {
    child = spawn(process.execPath, ["--import", endWithParent, "sandbox/main.ts"], {
      env: { ...process.env, ...settings },
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    });
    const exit = once(child, "exit").then(([code]) => {
      if (stopping) return;
      console.error(
        JSON.stringify({ level: "error", time: new Date().toISOString(), msg: "the fake card provider ended", code }),
      );
      setTimeout(() => stopping || void run().catch(() => {}), 1_000).unref();
      throw new Error("The fake card provider did not start; its message is above.");
    });
    exit.catch(() => {});
    await Promise.race([waitUntilStarted(child), exit]);
  };
  await run();
  return {
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      const killTimer = setTimeout(() => child.kill("SIGKILL"), 5_000);
      await once(child, "exit");
      clearTimeout(killTimer);
    },
  };
}

/** Resolves at the log line that says that the provider listens. Prints all other lines. */
function waitUntilStarted(child: ChildProcess): Promise<void> {
  if (!child.stdout) throw new Error("The fake provider has no output");
  const lines = createInterface({ input: child.stdout });
  return new Promise((resolve) => {
    lines.on("line", (line) => {
      if (line.includes('"sandbox_started"')) resolve();
      else console.log(line);
    });
  });
}

/** Whether a program on this machine listens on the port. */
async function isListening(port: number): Promise<boolean> {
  const socket = createConnection({ port, host: "127.0.0.1" });
  const isConnected = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isConnected;
}

/** Whether the program on the port accepts our keys and responds with a list of payments. */
async function isSandbox({ PAYMENTS_API_URL, PAYMENTS_SECRET_KEY }: Env): Promise<boolean> {
  const authorization = `Basic ${Buffer.from(`${PAYMENTS_SECRET_KEY}:`).toString("base64")}`;
  try {
    const signal = AbortSignal.timeout(3_000);
    const response = await fetch(`${PAYMENTS_API_URL}/payments`, { headers: { authorization }, signal });
    const body = (await response.json()) as { payments?: unknown };
    return response.ok && Array.isArray(body.payments);
  } catch {
    return false;
  }
}
