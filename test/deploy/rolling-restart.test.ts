/** Two processes behind nginx, restarted one after the other while people buy (O-28). */
import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { sessions, users } from "#features/people/tables.server.ts";
import type { BegunCheckout } from "#features/checkout/checkout.schema.ts";
import { orders } from "#features/orders/tables.server.ts";
import { address, pay } from "#test/buyer.ts";
import { post } from "#test/http/client.ts";
import { freePort } from "#test/ports.ts";
import { spawnStart, startTestSite, type TestSite } from "#test/site.ts";
import { startNginx, type Nginx } from "./nginx.ts";
import { fetchStatus, secret } from "./selling.ts";

const accountCount = 400;

describe.runIf(process.env["TEST_ALL"])("a rolling restart behind nginx", () => {
  /** Provides the database and the fake card provider. It is not behind nginx. */
  let base: TestSite;
  let runId: number;
  let tokens: string[];
  const folder = mkdtempSync(join(tmpdir(), "nama-rolling-"));

  beforeAll(async () => {
    base = await startTestSite({ database: "postgres" });
    if (!base.database) throw new Error("no database");
    const { db } = base.database;
    runId = (await makeRun(db, (await makeCourse(db)).id, { capacity: 10_000 })).id;
    const now = new Date();
    const accounts = Array.from({ length: accountCount }, (_, at) => ({ id: `rolling-${at}`, token: randomUUID() }));
    await db.insert(users).values(accounts.map(({ id }) => ({ id, name: "Sara N.", email: `${id}@example.com` })));
    const times = { expiresAt: new Date(now.getTime() + 3_600_000), createdAt: now, updatedAt: now };
    await db.insert(sessions).values(accounts.map(({ id, token }) => ({ id: token, token, userId: id, ...times })));
    tokens = accounts.map(({ token }) => `${token}.${createHmac("sha256", secret).update(token).digest("base64")}`);
  });
  afterAll(async () => {
    await base.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function start(port: number, drainSeconds: number) {
    const site = spawnStart({
      PORT: String(port),
      BASE_URL: base.url,
      DATA_DIR: join(folder, String(port)),
      DATABASE_URL: base.database?.url ?? "",
      DATABASE_POOL: "5",
      PAYMENTS_SANDBOX_PORT: String(base.sandbox.port),
      AUTH_SECRET: secret,
      RATE_LIMIT_FACTOR: "1000",
      TRUSTED_PROXIES: "127.0.0.1",
      DRAIN_SECONDS: String(drainSeconds),
    });
    await expect.poll(() => fetchStatus(`http://127.0.0.1:${port}/readyz`), { timeout: 60_000 }).toBe(200);
    return site;
  }

  /**
   * Restarts both processes while buyers buy. Returns the failed requests, the ids of the orders that were begun, the
   * number of answers, and the exit codes of the processes.
   */
  async function restartUnderLoad(drainSeconds: number, change?: (text: string) => string) {
    const ports = [await freePort(), await freePort()] as const;
    const processes = [await start(ports[0], drainSeconds), await start(ports[1], drainSeconds)];
    const nginx: Nginx = await startNginx(ports, change);
    const failed: string[] = [];
    const begun: number[] = [];
    let answered = 0;
    const stopController = new AbortController();
    const request = async <T>(what: string, call: () => Promise<T & { status: number }>) => {
      try {
        const answer = await call();
        answered += 1;
        if (answer.status >= 500) failed.push(`${what}: ${answer.status}`);
        return answer;
      } catch (error) {
        failed.push(`${what}: ${String(error)}`);
        return null;
      }
    };
    const buyers = Array.from({ length: 3 }, async () => {
      while (!stopController.signal.aborted) {
        const token = tokens.pop() ?? "";
        const body = { items: [{ course_id: runId, qty: 1 }], billing: address };
        const answer = await request("begin", () => post(nginx, "/api/begin-checkout", body, { token }));
        if (answer?.status !== 200) continue;
        const order = answer.body as unknown as BegunCheckout;
        begun.push(order.order_id);
        await pay(order);
        await request("orders", () => post(nginx, "/api/orders", {}, { token }));
      }
    });
    const readers = ["/", "/courses", `/courses?page=2`].map(async (path) => {
      while (!stopController.signal.aborted) await request(path, () => fetch(nginx.url + path));
    });
    const exitCodes: (number | null)[] = [];
    for (const [at, port] of ports.entries()) {
      const child = processes[at]?.child;
      if (!child) throw new Error("no process");
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      exitCodes.push((await exit)[0] as number | null);
      processes[at] = await start(port, drainSeconds);
    }
    stopController.abort();
    await Promise.all([...buyers, ...readers]);
    await nginx.stop();
    for (const { child } of processes) {
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
    }
    return { failed, begun, answered, exitCodes };
  }

  it("O-28 no request fails, both processes exit with 0, and every begun order is paid", async () => {
    const { failed, begun, answered, exitCodes } = await restartUnderLoad(2);
    expect(failed, `of ${answered} answers`).toEqual([]);
    expect(exitCodes).toEqual([0, 0]);
    expect(begun.length).toBeGreaterThan(10);
    const { db } = base.database ?? {};
    const countPaid = async () =>
      (
        await db?.select({ id: orders.id, status: orders.status }).from(orders).where(inArray(orders.id, begun))
      )?.filter(({ status }) => status === "paid").length;
    await expect.poll(countPaid, { timeout: 60_000, interval: 500 }).toBe(begun.length);
  });

  it("the negative control: without draining and without retries in nginx, requests fail", async () => {
    const { failed } = await restartUnderLoad(0, (text) =>
      text.replace(/proxy_next_upstream error.*;/, "proxy_next_upstream off;"),
    );
    expect(failed.length).toBeGreaterThan(0);
  });
});
