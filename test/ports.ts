/** Ports for servers that must know their port before they listen. */
import { once } from "node:events";
import { createServer } from "node:net";

// The ports are below the range that the kernel assigns, because a connection could take a port of that range before
// the server listens. A test run uses one of eleven parts of the ports, and each of its processes a block of that part.
const lowest = 10_000;
const blockSize = 400;
const blockCount = 55;
const playwrightWorker = process.env["TEST_PARALLEL_INDEX"];
const worker =
  playwrightWorker === undefined ? Number(process.env["VITEST_POOL_ID"] ?? 0) : Number(playwrightWorker) + 1;
const runId = worker ? process.ppid : process.pid;
const firstPort = lowest + ((runId * 5 + worker) % blockCount) * blockSize;
let portCount = 0;

/** Resolves with a port that is free and that no other test receives at the same time. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstPort + (portCount++ % blockSize);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen(port, "127.0.0.1"), "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
