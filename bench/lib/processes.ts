/** Child processes of a run: started, waited for, measured and ended, also when the run fails. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The project's folder: what the built server takes its files from. */
export const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Running {
  pid: number;
  /** What a child of ours said when it was ready; "" for other programs. */
  ready: string;
  /** Ends it by its id and resolves when it is gone. */
  end(): Promise<void>;
}

const alive = new Set<ChildProcess>();
// The last resort, for a run that throws or is interrupted: nothing outlives it.
process.on("exit", () => {
  for (const child of alive) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

/** Starts a program; nothing it prints is kept but the tail of what went wrong. */
export function start(command: string, args: string[], env: Record<string, string> = {}): { child: ChildProcess; failure(): string; end(): Promise<void> } {
  const child = spawn(command, args, { cwd: root, env: { PATH: process.env["PATH"] ?? "", HOME: process.env["HOME"] ?? "/tmp", ...env }, stdio: ["pipe", "pipe", "pipe"] });
  let tail = "";
  child.stderr.on("data", (chunk: Buffer) => (tail = (tail + chunk.toString()).slice(-2000)));
  child.stdin.on("error", () => {}); // it has ended; whoever waits for it reports why
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
  alive.add(child);
  void exited.then(() => alive.delete(child));
  const end = async () => {
    child.stdin.end();
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    const cut = setTimeout(() => child.kill("SIGKILL"), 12_000);
    await exited;
    clearTimeout(cut);
  };
  return { child, failure: () => tail.trim(), end };
}

export interface ChildOptions {
  args?: string[];
  env?: Record<string, string>;
  /** Flags for Node itself, such as --cpu-prof. */
  node?: string[];
}

/** Starts a program of `bench/children` and resolves with the first line it prints. Rejects with its last words when it ends before. */
export async function startChild(name: string, { args = [], env = {}, node = [] }: ChildOptions = {}): Promise<Running> {
  const { child, failure, end } = start(process.execPath, [...node, `bench/children/${name}.ts`, ...args], env);
  if (!child.stdout || child.pid === undefined) throw new Error(`${name} did not start`);
  const lines = createInterface({ input: child.stdout });
  const first = new Promise<string>((resolve) => lines.once("line", resolve));
  const gone = once(child, "close").then(() => {
    throw new Error(`${name} ended before it was ready:\n${failure()}`);
  });
  const ready = await Promise.race([first, gone]);
  gone.catch(() => {}); // from here on its end is asked for
  return { pid: child.pid, ready, end };
}

/** Runs a program to its end and resolves with what it printed. Rejects when it fails. */
export async function output(command: string, args: string[]): Promise<string> {
  const { child, failure } = start(command, args);
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${failure()}`);
  return text;
}

/** A port of this machine that nobody listens on. */
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
export function memoryOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kilobytes) * 1024) / 1e6;
}
