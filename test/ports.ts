/** Ports for what has to know its own before it listens. */
import { once } from "node:events";
import { createServer } from "node:net";

// Below what the kernel hands out: one of those may go to any connection between here and the listening. A run of the
// tests takes one of eleven parts of them, each of its processes a block of its own.
const lowest = 10_000;
const blockSize = 400;
const blocks = 55;
const playwrightWorker = process.env["TEST_PARALLEL_INDEX"];
const worker =
  playwrightWorker === undefined ? Number(process.env["VITEST_POOL_ID"] ?? 0) : Number(playwrightWorker) + 1;
const run = worker ? process.ppid : process.pid;
const block = lowest + ((run * 5 + worker) % blocks) * blockSize;
let portCount = 0;

/** A port no one listens on, and no other test is given now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = block + (portCount++ % blockSize);
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
