/** A site on a PostgreSQL of its own, and buyers who go on buying there whatever happens. */
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
  /** As an operator ends it; answers the exit code. */
  stop(): Promise<number | null>;
}

export interface Selling {
  /** The fake provider of every process. */
  sandbox: Sandbox;
  dataDir: string;
  /** Starts a process and resolves once it is ready. */
  start(env: Record<string, string>, port?: number): Promise<SiteProcess>;
  close(): Promise<void>;
}

/** The card provider and the folder that processes of one site share. */
export async function openSelling(): Promise<Selling> {
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
      const own = port ?? (await freePort());
      const { child, output } = spawnStart({
        PORT: String(own),
        BASE_URL: `http://127.0.0.1:${own}`,
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
      const url = `http://127.0.0.1:${own}`;
      const ready = () => fetchStatus(`${url}/readyz`);
      await vi.waitFor(async () => expect(await ready()).toBe(200), { timeout: 90_000, interval: 200 });
      return { port: own, url, output, stop: () => (child.kill("SIGTERM"), exit) };
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

/** A course with room for everyone, and people who are logged in. */
export async function makeShop(db: Db, people = 1_000): Promise<Shop> {
  const run = await makeRun(db, (await makeCourse(db)).id, { capacity: 10_000 });
  const now = new Date();
  const made = Array.from({ length: people }, () => ({ id: randomUUID(), token: randomUUID() }));
  await db.insert(users).values(made.map(({ id }) => ({ id, name: "Sara N.", email: `${id}@example.com` })));
  const times = { expiresAt: new Date(now.getTime() + 3_600_000), createdAt: now, updatedAt: now };
  await db.insert(sessions).values(made.map(({ id, token }) => ({ id: token, token, userId: id, ...times })));
  const signed = (token: string) => `${token}.${createHmac("sha256", secret).update(token).digest("base64")}`;
  return { runId: run.id, tokens: made.map(({ token }) => signed(token)) };
}

export interface Refused {
  what: string;
  /** 0: no answer. */
  status: number;
  /** Of `performance.now()`, when it was answered. */
  at: number;
}

export interface Load {
  /** Answered with 5xx, or not at all. */
  refused: Refused[];
  /** Orders that the buyer was notified of, when that was. */
  begun: { id: number; at: number }[];
  /** Orders whose payment the site answered as paid. */
  paid: number[];
  /** Answers of what kind soever, when they came and how long they took. */
  answers: { what: string; status: number; at: number; ms: number }[];
  /** Ends it; resolves when the last answer is there. */
  stop(): Promise<void>;
}

export interface LoadOptions {
  buyers?: number;
  /** Each is asked for again and again. */
  paths?: string[];
  /** Pause of a buyer between two orders, and of a reader between two pages. */
  pauseMs?: number;
}

/** Buyers with whole checkouts, and readers, until it is stopped. Addresses in turn, as a balancer would. */
export function sell(
  urls: readonly string[],
  { runId, tokens }: Shop,
  { buyers = 3, paths = [], pauseMs = 0 }: LoadOptions = {},
): Load {
  const load: Load = { refused: [], begun: [], paid: [], answers: [], stop: async () => {} };
  const over = new AbortController();
  let turn = 0;
  const site = () => ({ url: urls[turn++ % urls.length] ?? "" });
  const pause = () => new Promise((done) => setTimeout(done, pauseMs));

  async function ask<T extends { status: number }>(what: string, call: () => Promise<T>): Promise<T | null> {
    const began = performance.now();
    const answer = await call().catch(() => null);
    const at = performance.now();
    const status = answer?.status ?? 0;
    load.answers.push({ what, status, at, ms: at - began });
    if (status === 0 || status >= 500) load.refused.push({ what, status, at });
    return answer;
  }

  async function buyer(): Promise<void> {
    while (!over.signal.aborted) {
      await pause();
      const token = tokens.pop() ?? "";
      const body = { items: [{ course_id: runId, qty: 1 }], billing: address };
      const answer = await ask("begin", () => post(site(), "/api/begin-checkout", body, { token }));
      if (answer?.status !== 200) {
        // Tries again when the others have had their turn.
        tokens.unshift(token);
        continue;
      }
      const order = answer.body as unknown as BegunCheckout;
      load.begun.push({ id: order.order_id, at: performance.now() });
      await pay(order);
      const settled = await ask("process", () =>
        post(site(), "/api/update-payment-status", { id: order.given_id }, { token }),
      );
      if (settled?.status === 200 && settled.body["status"] === "paid") load.paid.push(order.order_id);
    }
  }

  async function reader(path: string): Promise<void> {
    while (!over.signal.aborted) {
      await pause();
      await ask(path, async () => {
        const { status, body } = await fetch(site().url + path);
        await body?.cancel();
        return { status };
      });
    }
  }

  const all = [...Array.from({ length: buyers }, buyer), ...paths.map(reader)];
  load.stop = async () => {
    over.abort();
    await Promise.all(all);
  };
  return load;
}

/** Of these orders, those that are not there, and those that are in another state than wanted. */
export async function findLostOrders(db: Db, ids: readonly number[], status?: string): Promise<number[]> {
  const rows = await db
    .select({ id: orders.id, status: orders.status })
    .from(orders)
    .where(inArray(orders.id, [...ids]));
  const good = new Set(rows.filter((row) => !status || row.status === status).map(({ id }) => id));
  return ids.filter((id) => !good.has(id));
}
