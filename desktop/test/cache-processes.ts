/** Starts processes that use the cache, for tests. */
import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

export interface CacheProcess {
  child: ChildProcess;
  /** Requests a picture. Resolves to the digest of its bytes, or to `none`. */
  ask(url: string): Promise<string>;
}

export interface CacheProcessOptions {
  folder: string;
  limitBytes: number;
  origin: string;
  /** A shell command that runs the process. It gets the command of the process as "$@". */
  shell?: string;
}

/** Starts a process. Resolves when the process has opened the cache. */
export async function startCacheProcess({
  folder,
  limitBytes,
  origin,
  shell = 'exec "$@"',
}: CacheProcessOptions): Promise<CacheProcess> {
  const script = new URL("cache-process.ts", import.meta.url).pathname;
  const child = spawn("sh", ["-c", shell, "sh", process.execPath, script, folder, String(limitBytes), origin], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const readLine = async () => String((await lines.next()).value);
  const firstLine = await readLine();
  if (firstLine !== "open") throw new Error(`The cache did not open: ${firstLine}`);
  return {
    child,
    ask(url) {
      child.stdin.write(`${url}\n`);
      return readLine();
    },
  };
}
