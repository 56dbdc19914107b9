/** Starts processes that have the cache open. */
import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";

export interface CacheProcess {
  child: ChildProcess;
  /** Asks for a picture; resolves to the digest of its bytes, or `none`. */
  ask(url: string): Promise<string>;
}

export interface CacheProcessOptions {
  folder: string;
  limitBytes: number;
  origin: string;
  /** A command line that runs the process, which it gets as "$@". */
  shell?: string;
}

/** Resolves when the cache is open. */
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
  const next = async () => String((await lines.next()).value);
  const first = await next();
  if (first !== "open") throw new Error(`The cache did not open: ${first}`);
  return {
    child,
    ask(url) {
      child.stdin.write(`${url}\n`);
      return next();
    },
  };
}
