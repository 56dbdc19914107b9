/** A site on its own PostgreSQL, and buyers who keep ordering while tests disturb it. */
import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inArray } from "drizzle-orm";
import { expect, vi } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { sessions, users } from "#features/people/tables.server.ts";
import type { BegunCheckout } from "#features/checkout/checkout.schema.ts";
import { orders } from "#features/orders/tables.server.ts";
import { sandboxKeys } from "#platform/env.server.ts";
import type { Db } from "#platform/db/database.server.ts";
import { address, pay } from "#test/buyer.ts";
import { post } from "#test/http/client.ts";
import { freePort } from "#test/ports.ts";
import { spawnStart } from "#test/site.ts";
import { startSandbox, type Sandbox } from "../../sandbox/server.ts";
import { isBuilt } from "../../scripts/build-digest.ts";

export const secret = "test-secret-of-more-than-32-characters";

export interface SiteProcess {
  port: number;
  url: string;
  output: string[];
  /** Sends SIGTERM, as an operator would. Resolves with the exit code. */
  stop(): Promise<number | null>;
}

/** Starts processes of one site, which share a fake card provider and a data folder. */
export interface SiteStarter {
  /** The fake card provider that all processes share. */
  sandbox: Sandbox;
  dataDir: string;
  /** Starts a process and resolves once it is ready. */
  start(env: Record<string, string>, port?: number): Promise<SiteProcess>;
  close(): Promise<void>;
}

/** Starts the fake card provider and makes the data folder; the processes of a site share both. */
export async function openSiteStarter(): Promise<SiteStarter> {
  if (!isBuilt()) throw new Error('The site is not built, or its sources have changed since: run "npm run build".');
  const dataDir = mkdtempSync(join(tmpdir(), "nama-selling-"));
  const { publishable, secret: key, webhook } = sandboxKeys;
  const sandbox = await startSandbox({
    publishableKey: publishable,
    secretKey: key,
    webhookSecret: webhook,
    webhookUrls: [],
    controlRoute: true,
  });
  return {
    sandbox,
    dataDir,
    start: async (env, port) => {
      const sitePort = port ?? (await freePort());
      const { child, output } = spawnStart({
        PORT: String(sitePort),
        BASE_URL: `http://127.0.0.1:${sitePort}`,
        DATA_DIR: dataDir,
        DATABASE_POOL: "5",
        PAYMENTS_SANDBOX_PORT: String(sandbox.port),
        AUTH_SECRET: secret,
        RATE_LIMIT_FACTOR: "1000",
        TRUSTED_PROXIES: "127.0.0.1",
        DRAIN_SECONDS: "0",
        ...env,
      });
      const exit = once(child, "exit").then(([code]) => code as number | null);
      const url = `http://127.0.0.1:${sitePort}`;
      const fetchReadiness = () => fetchStatus(`${url}/readyz`);
      await vi.waitFor(async () => expect(await fetchReadiness()).toBe(200), { timeout: 90_000, interval: 200 });
      return { port: sitePort, url, output, stop: () => (child.kill("SIGTERM"), exit) };
    },
    close: async () => {
      await sandbox.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const fetchStatus = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );

export interface Shop {
  runId: number;
  tokens: string[];
}

/** Makes a course with seats for everyone, and signed-in accounts. */
export async function makeShop(db: Db, accountCount = 1_000): Promise<Shop> {
  const run = await makeRun(db, (await makeCourse(db)).id, { capacity: 10_000 });
  const now = new Date();
  const accounts = Array.from({ length: accountCount }, () => ({ id: randomUUID(), token: randomUUID() }));
  await db.insert(users).values(accounts.map(({ id }) => ({ id, name: "Sara N.", email: `${id}@example.com` })));
  const times = { expiresAt: new Date(now.getTime() + 3_600_000), createdAt: now, updatedAt: now };
  await db.insert(sessions).values(accounts.map(({ id, token }) => ({ id: token, token, userId: id, ...times })));
  const signToken = (token: string) => `${token}.${createHmac("sha256", secret).update(token).digest("base64")}`;
  return { runId: run.id, tokens: accounts.map(({ token }) => signToken(token)) };
}

/** A request that got 5xx or no response. */
export interface FailedRequest {
  what: string;
  /** 0: no response. */
  status: number;
  /** Time of the response, from `performance.now()`. */
  at: number;
}

export interface Load {
  failures: FailedRequest[];
  /** Orders whose checkout the site has begun, and when. */
  begun: { id: number; at: number }[];
  /** Ids of orders that the site reported as paid. */
  paid: number[];
  /** All responses, `failures` included; `ms` is how long each took. */
  responses: { what: string; status: number; at: number; ms: number }[];
  /** Stops buyers and readers; resolves after the last response. */
  stop(): Promise<void>;
}

export interface LoadOptions {
  buyers?: number;
  /** Pages that readers request repeatedly, one reader each. */
  paths?: string[];
  /** Pause of a buyer between two orders, and of a reader between two pages. */
  pauseMs?: number;
}

/** Starts buyers, who complete checkouts, and readers. Uses the addresses in turn, as a load balancer would. */
export function sell(
  urls: readonly string[],
  { runId, tokens }: Shop,
  { buyers = 3, paths = [], pauseMs = 0 }: LoadOptions = {},
): Load {
  const load: Load = { failures: [], begun: [], paid: [], responses: [], stop: async () => {} };
  const stopController = new AbortController();
  let requestCount = 0;
  const nextSite = () => ({ url: urls[requestCount++ % urls.length] ?? "" });
  const pause = () => new Promise((done) => setTimeout(done, pauseMs));

  async function request<T extends { status: number }>(what: string, call: () => Promise<T>): Promise<T | null> {
    const startedAt = performance.now();
    const response = await call().catch(() => null);
    const at = performance.now();
    const status = response?.status ?? 0;
    load.responses.push({ what, status, at, ms: at - startedAt });
    if (status === 0 || status >= 500) load.failures.push({ what, status, at });
    return response;
  }

  async function buyer(): Promise<void> {
    while (!stopController.signal.aborted) {
      await pause();
      const token = tokens.pop() ?? "";
      const body = { items: [{ course_id: runId, qty: 1 }], billing: address };
      const response = await request("begin", () => post(nextSite(), "/api/begin-checkout", body, { token }));
      if (response?.status !== 200) {
        // This account tries again after the others.
        tokens.unshift(token);
        continue;
      }
      const order = response.body as unknown as BegunCheckout;
      load.begun.push({ id: order.order_id, at: performance.now() });
      await pay(order);
      const settled = await request("process", () =>
        post(nextSite(), "/api/update-payment-status", { id: order.given_id }, { token }),
      );
      if (settled?.status === 200 && settled.body["status"] === "paid") load.paid.push(order.order_id);
    }
  }

  async function reader(path: string): Promise<void> {
    while (!stopController.signal.aborted) {
      await pause();
      await request(path, async () => {
        const { status, body } = await fetch(nextSite().url + path);
        await body?.cancel();
        return { status };
      });
    }
  }

  const running = [...Array.from({ length: buyers }, buyer), ...paths.map(reader)];
  load.stop = async () => {
    stopController.abort();
    await Promise.all(running);
  };
  return load;
}

/** Returns the ids of orders that are missing or, with `status`, in another state. */
export async function findLostOrders(db: Db, ids: readonly number[], status?: string): Promise<number[]> {
  const rows = await db
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(inArray(orders.id, [...ids]));
  const foundIds = new Set(rows.filter((row) => !status || row.status === status).map(({ id }) => id));
  return ids.filter((id) => !foundIds.has(id));
}
