/** Child processes of a run: started, waited for, measured and ended, also when the run fails. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sendRequest } from "./http.ts";

/** The project's folder: what the built server takes its files from. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Running {
  pid: number;
  /** Ends it by its id and resolves when it is gone. */
  end(): Promise<void>;
}

const alive = new Set<ChildProcess>();
// The last resort, for a run that throws or is interrupted: nothing outlives it.
process.on("exit", () => {
  for (const child of alive) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

/**
 * Node programs also end when this one does, in whatever way: the channel between the two closes even after kill -9.
 */
const endWithParent = `data:text/javascript,${encodeURIComponent('process.on("disconnect", () => process.exit()); process.channel?.unref();')}`;

export interface Started extends Running {
  child: ChildProcess;
  /** The end of what it complained about. */
  failure(): string;
}

/** The last one is set by scripts/run.js, for the site as well. */
const { PATH = "", HOME = "/tmp", MALLOC_ARENA_MAX } = process.env;

/** Starts a program; of what it prints on standard error only the end is kept. */
export function start(command: string, args: string[], env: Record<string, string> = {}): Started {
  const node = command === process.execPath;
  const child = spawn(command, node ? ["--import", endWithParent, ...args] : args, {
    cwd: root,
    env: { PATH, HOME, MALLOC_ARENA_MAX, ...env },
    stdio: ["ignore", "pipe", "pipe", ...(node ? (["ipc"] as const) : [])],
  });
  let tail = "";
  child.stderr?.on("data", (chunk: Buffer) => (tail = (tail + chunk.toString()).slice(-2000)));
  child.on("error", (error) => (tail += error.message));
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
  alive.add(child);
  void exited.then(() => alive.delete(child));
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    const cut = setTimeout(() => child.kill("SIGKILL"), 12_000);
    await exited;
    clearTimeout(cut);
  };
  return { pid: child.pid ?? 0, child, failure: () => tail.trim(), end };
}

/**
 * Starts a program of `bench/children` and resolves with its first line. Rejects with its last words when it ends
 * before.
 */
export async function startChild(
  name: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<Running> {
  const { pid, child, failure, end } = start(process.execPath, [`bench/children/${name}.ts`, ...args], env);
  if (!child.stdout) throw new Error(`${name} did not start`);
  const lines = createInterface({ input: child.stdout });
  const ready = new Promise<void>((resolve) => lines.once("line", () => resolve()));
  const gone = once(child, "close").then(() => {
    throw new Error(`${name} ended before it was ready:\n${failure()}`);
  });
  await Promise.race([ready, gone]);
  gone.catch(() => {}); // from here on its end is expected
  return { pid, end };
}

/**
 * Asks until `url` answers 200, every few milliseconds. Rejects with the program's last words when it ends before, or
 * after a minute.
 */
export async function answers({ child, failure, end }: Started, url: string): Promise<void> {
  const began = performance.now();
  while (child.exitCode === null && child.signalCode === null && performance.now() - began < 60_000) {
    const answer = await sendRequest(undefined, url).catch(() => null);
    if (answer?.status === 200) return;
    await pause(5);
  }
  await end();
  throw new Error(`${url} did not answer:\n${failure()}`);
}

/** Runs a program to its end and resolves with what it printed. Rejects when it fails. */
export async function output(command: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const { child, failure } = start(command, args, env);
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${failure()}`);
  return text;
}

/** A port of this machine that no one listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No free port");
  return address.port;
}

/** Resident memory of a process now, in MB (10^6 bytes). */
export function readMemoryMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kilobytes) * 1024) / 1e6;
}
