/** Half of the processes behind nginx are killed and stay down: visitors must not notice (O3-01). */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { freePort } from "#test/ports.ts";
import { startNginx, type Nginx } from "./nginx.ts";
import { fetchStatus } from "./selling.ts";

/** Stands in for a process of the site: nginx treats the end of either in the same way. */
const upstream =
  'require("node:http").createServer((_, answer) => answer.end("ok")).listen(process.argv[1], "127.0.0.1")';
const requestCount = 200;

describe.runIf(process.env["TEST_ALL"])("four processes behind nginx, two of them dead", () => {
  let ports: number[];
  let processes: ChildProcess[];

  beforeEach(async () => {
    ports = [await freePort(), await freePort(), await freePort(), await freePort()];
    processes = ports.map((port) => spawn(process.execPath, ["-e", upstream, String(port)], { stdio: "ignore" }));
    for (const port of ports) await expect.poll(() => fetchStatus(`http://127.0.0.1:${port}/`)).toBe(200);
  });
  afterEach(() => {
    for (const child of processes) child.kill("SIGKILL");
  });

  /**
   * Kills the first and the third process. Then requests pages and files and sends POSTs, eight at a time, and returns
   * their statuses.
   */
  async function requestWithTwoDead(change?: (text: string) => string): Promise<number[]> {
    const nginx: Nginx = await startNginx(ports, change);
    // After these requests nginx keeps connections open to each process.
    await Promise.all(Array.from({ length: 16 }, () => fetchStatus(`${nginx.url}/`)));
    for (const child of [processes[0], processes[2]]) {
      if (!child) throw new Error("no process");
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    }
    const statuses: number[] = [];
    const visitor = async (_: unknown, at: number) => {
      for (let round = 0; round < requestCount / 8; round++) {
        const [path, method] =
          [
            ["/", "GET"],
            ["/assets/a.js", "GET"],
            ["/api/begin-checkout", "POST"],
          ][at % 3] ?? [];
        const answer = await fetch(`${nginx.url}${path}?${at}-${round}`, { method: method ?? "GET" });
        await answer.body?.cancel();
        statuses.push(answer.status);
      }
    };
    await Promise.all(Array.from({ length: 8 }, visitor));
    await nginx.stop();
    return statuses;
  }

  it("O3-01: no visitor sees 502", async () => {
    const statuses = await requestWithTwoDead();
    expect(statuses).toHaveLength(requestCount);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });

  it("the negative control: when nginx tries only two processes, visitors see 502", async () => {
    const statuses = await requestWithTwoDead((text) =>
      text.replace("proxy_next_upstream_tries 0", "proxy_next_upstream_tries 2"),
    );
    expect(statuses.filter((status) => status === 502).length).toBeGreaterThan(0);
  });
});
