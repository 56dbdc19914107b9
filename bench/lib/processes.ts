/** Starts, awaits, measures and ends the child processes of a run. They also end when the run fails. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sendRequest } from "./http.ts";

/** The folder of the project, where the built server expects to run. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Running {
  pid: number;
  /** Ends the process and resolves when it has exited. */
  end(): Promise<void>;
}

const alive = new Set<ChildProcess>();
// A run that throws or is interrupted must not leave child processes behind.
process.on("exit", () => {
  for (const child of alive) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

/**
 * A module that makes a Node child exit when this process ends, even by kill -9, because the channel between the two
 * then closes.
 */
const endWithParent = `data:text/javascript,${encodeURIComponent('process.on("disconnect", () => process.exit()); process.channel?.unref();')}`;

export interface Started extends Running {
  child: ChildProcess;
  /** Returns the last 2,000 characters that the process wrote to standard error. */
  failure(): string;
}

/** scripts/run.js sets MALLOC_ARENA_MAX, and the site needs the same value. */
const { PATH = "", HOME = "/tmp", MALLOC_ARENA_MAX } = process.env;

/** Starts a program. Keeps only the last 2,000 characters of its standard error. */
export function start(command: string, args: string[], env: Record<string, string> = {}): Started {
  const isNode = command === process.execPath;
  const child = spawn(command, isNode ? ["--import", endWithParent, ...args] : args, {
    cwd: root,
    env: { PATH, HOME, MALLOC_ARENA_MAX, ...env },
    stdio: ["ignore", "pipe", "pipe", ...(isNode ? (["ipc"] as const) : [])],
  });
  let tail = "";
  child.stderr?.on("data", (chunk: Buffer) => (tail = (tail + chunk.toString()).slice(-2000)));
  child.on("error", (error) => (tail += error.message));
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
  alive.add(child);
  void exited.then(() => alive.delete(child));
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    const killTimer = setTimeout(() => child.kill("SIGKILL"), 12_000);
    await exited;
    clearTimeout(killTimer);
  };
  return { pid: child.pid ?? 0, child, failure: () => tail.trim(), end };
}

/**
 * Starts a program of `bench/children` and resolves when it has printed its first line. Rejects with the end of its
 * standard error when it exits before.
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
  const exitedEarly = once(child, "close").then(() => {
    throw new Error(`${name} ended before it was ready:\n${failure()}`);
  });
  await Promise.race([ready, exitedEarly]);
  exitedEarly.catch(() => {}); // after this point an exit is no error
  return { pid, end };
}

/**
 * Requests `url` every few milliseconds until it answers 200. Rejects with the end of the program's standard error when
 * the program exits before, or after a minute.
 */
export async function waitUntilReady({ child, failure, end }: Started, url: string): Promise<void> {
  const began = performance.now();
  while (child.exitCode === null && child.signalCode === null && performance.now() - began < 60_000) {
    const answer = await sendRequest(undefined, url).catch(() => null);
    if (answer?.status === 200) return;
    await pause(5);
  }
  await end();
  throw new Error(`${url} did not answer:\n${failure()}`);
}

/** Runs a program to its end and resolves with its standard output. Rejects when it exits with an error. */
export async function runToEnd(command: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const { child, failure } = start(command, args, env);
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${failure()}`);
  return text;
}

/** Resolves with a port of this machine that is not in use. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No free port");
  return address.port;
}

/** Reads the present resident memory of a process, in MB (10^6 bytes). */
export function readMemoryMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kilobytes) * 1024) / 1e6;
}
