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

const people = 400;
const secret = "test-secret-of-more-than-32-characters";

describe.runIf(process.env["TEST_ALL"])("a rolling restart behind nginx", () => {
  /** Holds the database and the fake provider; it is not behind nginx. */
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
    const made = Array.from({ length: people }, (_, at) => ({ id: `rolling-${at}`, token: randomUUID() }));
    await db.insert(users).values(made.map(({ id }) => ({ id, name: "Sara N.", email: `${id}@example.com` })));
    const times = { expiresAt: new Date(now.getTime() + 3_600_000), createdAt: now, updatedAt: now };
    await db.insert(sessions).values(made.map(({ id, token }) => ({ id: token, token, userId: id, ...times })));
    tokens = made.map(({ token }) => `${token}.${createHmac("sha256", secret).update(token).digest("base64")}`);
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
    const ready = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(ready, { timeout: 60_000 }).toBe(200);
    return site;
  }

  /** Restarts both processes while buyers buy; answers with what was refused and what was acknowledged. */
  async function restartUnderLoad(drainSeconds: number, change?: (text: string) => string) {
    const ports = [await freePort(), await freePort()] as const;
    const processes = [await start(ports[0], drainSeconds), await start(ports[1], drainSeconds)];
    const nginx: Nginx = await startNginx(ports, change);
    const failed: string[] = [];
    const begun: number[] = [];
    let answered = 0;
    const over = new AbortController();
    const ask = async <T>(what: string, call: () => Promise<T & { status: number }>) => {
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
      while (!over.signal.aborted) {
        const token = tokens.pop() ?? "";
        const body = { items: [{ course_id: runId, qty: 1 }], billing: address };
        const answer = await ask("begin", () => post(nginx, "/api/begin-checkout", body, { token }));
        if (answer?.status !== 200) continue;
        const order = answer.body as unknown as BegunCheckout;
        begun.push(order.order_id);
        await pay(order);
        await ask("orders", () => post(nginx, "/api/orders", {}, { token }));
      }
    });
    const readers = ["/", "/courses", `/courses?page=2`].map(async (path) => {
      while (!over.signal.aborted) await ask(path, () => fetch(nginx.url + path));
    });
    const ended: (number | null)[] = [];
    for (const [at, port] of ports.entries()) {
      const child = processes[at]?.child;
      if (!child) throw new Error("no process");
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      ended.push((await exit)[0] as number | null);
      processes[at] = await start(port, drainSeconds);
    }
    over.abort();
    await Promise.all([...buyers, ...readers]);
    await nginx.stop();
    for (const { child } of processes) {
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
    }
    return { failed, begun, answered, ended };
  }

  it("O-28 no request fails, both processes exit with 0, and every confirmed order is paid", async () => {
    const { failed, begun, answered, ended } = await restartUnderLoad(2);
    expect(failed, `of ${answered} answers`).toEqual([]);
    expect(ended).toEqual([0, 0]);
    expect(begun.length).toBeGreaterThan(10);
    const { db } = base.database ?? {};
    const paid = async () =>
      (
        await db?.select({ id: orders.id, status: orders.status }).from(orders).where(inArray(orders.id, begun))
      )?.filter(({ status }) => status === "paid").length;
    await expect.poll(paid, { timeout: 60_000, interval: 500 }).toBe(begun.length);
  });

  it("the negative control: without draining and without retries in nginx, requests fail", async () => {
    const { failed } = await restartUnderLoad(0, (text) =>
      text.replace(/proxy_next_upstream error.*;/, "proxy_next_upstream off;"),
    );
    expect(failed.length).toBeGreaterThan(0);
  });
});
