/** Starting, running beside another process, and stopping, as operators see it. */
import { once } from "node:events";
import { connect } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { announceContentChange } from "#features/settings/content-changes.server.ts";
import { m } from "#messages";
import { inTransaction } from "#platform/context.server.ts";
import { sandboxKeys } from "#platform/env.server.ts";
import { pay, paymentsAt } from "#test/buyer.ts";
import { testContext } from "#test/context.ts";
import { freePort } from "#test/ports.ts";
import { spawnStart, startTestSite, type TestSite, type TestSiteOptions } from "#test/site.ts";
import { beginOrder, courseBySlug, newPerson, post } from "./client.ts";

const sites: TestSite[] = [];
/** A site of this file, stopped after its tests. */
async function site(options: TestSiteOptions): Promise<TestSite> {
  const started = await startTestSite(options);
  sites.unshift(started);
  return started;
}
afterAll(async () => {
  for (const started of sites) await started.stop();
});

const page = async ({ url }: TestSite, path: string) => (await fetch(url + path)).text();
const isCached = async ({ url }: TestSite, path: string) => (await fetch(url + path)).headers.has("etag");

describe("two processes on one PostgreSQL", () => {
  let one: TestSite;
  let two: TestSite;
  beforeAll(async () => {
    one = await site({ database: "postgres" });
    two = await site({ database: "postgres", beside: one });
  });

  it("a new price shows in every process as soon as a notification purges the pages", async () => {
    const path = "/courses/patient-safety-essentials";
    const { id } = await courseBySlug(one, "patient-safety-essentials");
    if (!one.database) throw new Error("no database");
    const ctx = testContext(one.database);
    const setPrice = (halalas: number, isNotified: boolean) =>
      inTransaction(ctx, async (ctx) => {
        await ctx.db.update(courseRuns).set({ priceHalalas: halalas }).where(eq(courseRuns.id, id));
        if (isNotified) await announceContentChange(ctx);
      });
    for (const process of [one, two]) {
      expect(await page(process, path)).toContain("2,400.00");
      expect(await isCached(process, path)).toBe(true);
    }
    // The negative control: without the word about it both go on showing what they have.
    await setPrice(111_100, false);
    for (const process of [one, two]) expect(await page(process, path)).toContain("2,400.00");
    await setPrice(123_400, true);
    // The word crosses a connection: at once means within its way.
    for (const process of [one, two])
      await expect.poll(() => page(process, path), { interval: 20 }).toContain("1,234.00");
    for (const process of [one, two]) expect(await page(process, path)).not.toContain("2,400.00");
  });

  it("a session and an order of one process work in the other", async () => {
    const person = await newPerson(one);
    const order = await beginOrder(two, person, (await courseBySlug(two, "good-clinical-practice")).id);
    expect((await beginOrder(one, person, (await courseBySlug(one, "good-clinical-practice")).id)).order_id).toBe(
      order.order_id,
    );
  });

  // The last one here, for it takes the database away.
  it("/healthz, /readyz and /metrics answer; without a database only /readyz fails", async () => {
    const { url, database } = one;
    const get = async (path: string) => {
      const response = await fetch(url + path);
      return { status: response.status, text: await response.text(), store: response.headers.get("cache-control") };
    };
    expect(await get("/healthz")).toEqual({ status: 200, text: '{"status":"ok"}', store: "no-store" });
    expect(await get("/readyz")).toEqual({ status: 200, text: '{"status":"ok"}', store: "no-store" });
    const metrics = (await get("/metrics")).text;
    for (const line of metrics.split("\n").filter(Boolean))
      expect(line).toMatch(/^(# (HELP|TYPE) [a-z0-9_]+ .+|[a-z0-9_]+(\{[^}]*\})? (-?[\d.e+-]+|Nan))$/);
    await database?.close();
    await expect.poll(async () => (await get("/readyz")).status).toBe(503);
    expect((await get("/healthz")).status).toBe(200);
  });
});

describe("a single process", () => {
  let own: TestSite;
  beforeAll(async () => void (own = await site({ database: "own" })));

  it("with the provider's keys no page mentions the sandbox, and payments work", async () => {
    const live = await site({ database: "postgres", env: (sandbox) => paymentsAt(sandbox, sandboxKeys) });
    const html = await page(live, "/checkout/good-clinical-practice");
    expect(html).toContain("<h1");
    expect(html).not.toContain(m.checkout_sandbox({}, { locale: "en" }));
    const person = await newPerson(live);
    const order = await beginOrder(live, person, (await courseBySlug(live, "good-clinical-practice")).id);
    await pay(order);
    await vi.waitFor(
      async () =>
        expect((await post(live, "/api/orders", { id: person.id }, { token: person.token })).body).toMatchObject({
          orders: [{ id: order.order_id, payment: { status: "paid" } }],
        }),
      20_000,
    );
    expect(await page(own, "/checkout/good-clinical-practice")).toContain(m.checkout_sandbox({}, { locale: "en" }));
  });

  it("exits with 1 and a message if the port is taken", async () => {
    const { port } = new URL(own.url);
    const secondSite = spawnStart({
      PORT: port,
      DATA_DIR: `${own.dataDir}/other`,
      PAYMENTS_SANDBOX_PORT: String(own.sandbox.port),
    });
    const [code] = await once(secondSite.child, "close");
    expect(code).toBe(1);
    expect(secondSite.output.join("\n")).toContain(`Port ${port} is taken.`);
  });

  it("a second site on the same data folder exits with 1; the first continues", async () => {
    const { child, output } = spawnStart({
      PORT: String(await freePort()),
      DATA_DIR: own.dataDir,
      PAYMENTS_SANDBOX_PORT: String(own.sandbox.port),
    });
    const [code] = await once(child, "close");
    expect(code).toBe(1);
    expect(output.join("\n")).toContain("database");
    expect((await fetch(`${own.url}/readyz`)).status).toBe(200);
  });

  it("SIGTERM: refuses new connections, finishes running requests, and exits with 0 within 10 s", async () => {
    const started = await site({ database: "postgres" });
    const { hostname, port } = new URL(started.url);
    // A request in flight: its body is still on the way when the signal comes.
    const body = JSON.stringify({ slug: "patient-safety-essentials" });
    const running = connect(Number(port), hostname);
    let answer = "";
    running.on("data", (chunk) => (answer += String(chunk)));
    const sent = () =>
      new Promise<void>((resolve) =>
        running.write(
          `POST /api/course-details HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
          () => resolve(),
        ),
      );
    await sent();
    // The head has been read once a later request on another connection is answered.
    await fetch(`${started.url}/healthz`);
    const began = performance.now();
    started.process.kill("SIGTERM");
    // It listens no more: new connections are refused.
    await expect
      .poll(
        () =>
          fetch(`${started.url}/healthz`).then(
            () => "answered",
            () => "refused",
          ),
        { interval: 20 },
      )
      .toBe("refused");
    running.write(body.slice(5));
    await once(running, "close");
    expect(answer).toMatch(/^HTTP\/1.1 200/);
    expect(answer).toContain('"status":"success"');
    expect(await started.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

it("settings: exits with 78, and names every problem in one message", async () => {
  const { child, output } = spawnStart({
    PORT: "seventy",
    DATABASE_URL: "mysql://x",
    LOG_LEVEL: "loud",
    PAYMENTS_SECRET_KEY: "sk_wrong",
    AUTH_SECRET: "short",
    DEMO: "yes",
    BASE_URL: "example.com",
    RATE_LIMIT_FACTOR: "-1",
  });
  const [code] = await once(child, "close");
  const message = output.join("\n");
  expect(code).toBe(78);
  for (const name of [
    "PORT",
    "DATABASE_URL",
    "LOG_LEVEL",
    "PAYMENTS_SECRET_KEY",
    "AUTH_SECRET",
    "DEMO",
    "BASE_URL",
    "RATE_LIMIT_FACTOR",
  ])
    expect(message).toContain(name);
  expect(message).toMatch(/^The settings have \d+ problems:/);
  expect(message).not.toMatch(/ at .*\.ts:\d+|sk_wrong/);
});

it("settings: production without keys requires the sandbox by name", async () => {
  const { child, output } = spawnStart({ NODE_ENV: "production", BASE_URL: "https://example.com" });
  const [code] = await once(child, "close");
  expect(code).toBe(78);
  expect(output.join("\n")).toContain("PAYMENTS_API_URL=sandbox");
});
