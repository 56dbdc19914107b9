/** Starting, serving beside another process, and stopping: as an operator sees them. */
import { once } from "node:events";
import { connect } from "node:net";
import { eq } from "drizzle-orm";
import { expect, it, onTestFinished, vi } from "vitest";
import { courseRuns } from "#features/catalogue/tables.server.ts";
import { contentChanged } from "#features/settings/content-changes.server.ts";
import { inTransaction } from "#platform/context.server.ts";
import { sandboxKeys } from "#platform/env.server.ts";
import { pay, paymentsAt } from "#test/buyer.ts";
import { testContext } from "#test/context.ts";
import { freePort, spawnStart, startTestSite, type TestSite, type TestSiteOptions } from "#test/site.ts";
import { beginOrder, courseBySlug, newPerson, post } from "./client.ts";

async function site(options: TestSiteOptions): Promise<TestSite> {
  const started = await startTestSite(options);
  onTestFinished(async () => void (await started.stop()));
  return started;
}
const page = async ({ url }: TestSite, path: string) => (await fetch(url + path)).text();
const isCached = async ({ url }: TestSite, path: string) => (await fetch(url + path)).headers.has("etag");

it("shows a new price at once in every process: the pages are purged with the change, and not without it", async () => {
  const one = await site({ database: "postgres" });
  const two = await site({ database: "postgres", beside: one });
  const path = "/courses/patient-safety-essentials";
  const { id } = await courseBySlug(one, "patient-safety-essentials");
  if (!one.database) throw new Error("no database");
  const ctx = testContext(one.database);
  const setPrice = (halalas: number, tell: boolean) =>
    inTransaction(ctx, async (ctx) => {
      await ctx.db.update(courseRuns).set({ priceHalalas: halalas }).where(eq(courseRuns.id, id));
      if (tell) await contentChanged(ctx);
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
  for (const process of [one, two]) await expect.poll(() => page(process, path), { timeout: 2_000, interval: 20 }).toContain("1,234.00");
  for (const process of [one, two]) expect(await page(process, path)).not.toContain("2,400.00");
}, 60_000);

it("a session opened in one process is known in the other, and an order can be followed there", async () => {
  const one = await site({ database: "postgres" });
  const two = await site({ database: "postgres", beside: one });
  const person = await newPerson(one);
  const order = await beginOrder(two, person, (await courseBySlug(two, "good-clinical-practice")).id);
  expect((await beginOrder(one, person, (await courseBySlug(one, "good-clinical-practice")).id)).order_id).toBe(order.order_id);
}, 60_000);

it("with a card provider's address and keys no page speaks of a sandbox, and paying works the same", async () => {
  const started = await site({ database: "embedded", env: (sandbox) => paymentsAt(sandbox, sandboxKeys) });
  const html = await page(started, "/checkout/good-clinical-practice");
  expect(html).toContain("<h1");
  expect(html).not.toContain("no money moves");
  const person = await newPerson(started);
  const order = await beginOrder(started, person, (await courseBySlug(started, "good-clinical-practice")).id);
  await pay(order);
  await vi.waitFor(async () => expect((await post(started, "/api/orders", { id: person.id }, { token: person.token })).body).toMatchObject({ orders: [{ id: order.order_id, payment: { status: "paid" } }] }), 5_000);
  const standIn = await site({ database: "embedded" });
  expect(await page(standIn, "/checkout/good-clinical-practice")).toContain("no money moves");
}, 60_000);

it("/healthz, /readyz and /metrics say how it fares; a database that is gone shows in readiness only", async () => {
  const { url, database } = await site({ database: "postgres" });
  const get = async (path: string) => {
    const response = await fetch(url + path);
    return { status: response.status, text: await response.text(), store: response.headers.get("cache-control") };
  };
  expect(await get("/healthz")).toEqual({ status: 200, text: '{"status":"ok"}', store: "no-store" });
  expect(await get("/readyz")).toEqual({ status: 200, text: '{"status":"ok"}', store: "no-store" });
  const metrics = (await get("/metrics")).text;
  for (const line of metrics.trim().split("\n")) expect(line).toMatch(/^(# (HELP|TYPE) [a-z0-9_]+ .+|[a-z0-9_]+(\{[^}]*\})? -?[\d.e+-]+)$/);
  await database?.close();
  expect((await get("/readyz")).status).toBe(503);
  expect((await get("/healthz")).status).toBe(200);
}, 60_000);

it("SIGTERM: takes nothing new, finishes what runs, and ends with 0 within 10 s", async () => {
  const started = await site({ database: "embedded" });
  const { hostname, port } = new URL(started.url);
  // A request in flight: its body is still on the way when the signal comes.
  const body = JSON.stringify({ slug: "patient-safety-essentials" });
  const running = connect(Number(port), hostname);
  let answer = "";
  running.on("data", (chunk) => (answer += String(chunk)));
  const sent = () => new Promise<void>((resolve) => running.write(`POST /api/course-details HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`, () => resolve()));
  await sent();
  // The head has been read once a later request on another connection is answered.
  await fetch(`${started.url}/healthz`);
  const began = performance.now();
  started.process.kill("SIGTERM");
  // It listens no more: new connections are refused.
  await expect.poll(() => fetch(`${started.url}/healthz`).then(() => "answered", () => "refused"), { timeout: 5_000, interval: 20 }).toBe("refused");
  running.write(body.slice(5));
  await once(running, "close");
  expect(answer).toMatch(/^HTTP\/1.1 200/);
  expect(answer).toContain('"status":"success"');
  expect(await started.stop()).toBe(0);
  expect(performance.now() - began).toBeLessThan(10_000);
}, 60_000);

it("settings: ends with 78 and names every problem in one message", async () => {
  const { child, output } = spawnStart({ PORT: "seventy", DATABASE_URL: "mysql://x", LOG_LEVEL: "loud", PAYMENTS_SECRET_KEY: "sk_wrong", AUTH_SECRET: "short", DEMO: "yes", BASE_URL: "example.com", RATE_LIMIT_FACTOR: "-1" });
  const [code] = await once(child, "close");
  const message = output.join("\n");
  expect(code).toBe(78);
  for (const name of ["PORT", "DATABASE_URL", "LOG_LEVEL", "PAYMENTS_SECRET_KEY", "AUTH_SECRET", "DEMO", "BASE_URL", "RATE_LIMIT_FACTOR"]) expect(message).toContain(name);
  expect(message).toMatch(/^The settings have \d+ problems:/);
  expect(message).not.toMatch(/ at .*\.ts:\d+|sk_wrong/);
});

it("settings: production without keys starts only if the sandbox is asked for by name", async () => {
  const { child, output } = spawnStart({ NODE_ENV: "production", BASE_URL: "https://example.com" });
  const [code] = await once(child, "close");
  expect(code).toBe(78);
  expect(output.join("\n")).toContain("PAYMENTS_API_URL=sandbox");
});

it("a taken port and a database that is not there are said in a sentence, with 1", async () => {
  const first = await site({ database: "embedded" });
  const { port } = new URL(first.url);
  const taken = spawnStart({ PORT: port, DATA_DIR: `${first.dataDir}/other`, PAYMENTS_SANDBOX_PORT: String(first.sandbox.port) });
  const away = spawnStart({ PORT: String(await freePort()), DATABASE_URL: `postgres://nama@127.0.0.1:${await freePort()}/nama`, DATA_DIR: `${first.dataDir}/third`, PAYMENTS_SANDBOX_PORT: String(first.sandbox.port) });
  const [[takenCode], [awayCode]] = await Promise.all([once(taken.child, "close"), once(away.child, "close")]);
  expect([takenCode, awayCode]).toEqual([1, 1]);
  expect(taken.output.join("\n")).toContain(`Port ${port} is taken.`);
  expect(away.output.join("\n")).toContain("PostgreSQL at DATABASE_URL does not answer.");
}, 60_000);

it("two sites never share one embedded database: the second says who has it", async () => {
  const first = await site({ database: "embedded" });
  const { child, output } = spawnStart({ PORT: String(await freePort()), DATA_DIR: first.dataDir, PAYMENTS_SANDBOX_PORT: String(first.sandbox.port) });
  const [code] = await once(child, "close");
  expect(code).toBe(1);
  expect(output.join("\n")).toContain("database");
  expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
}, 60_000);
