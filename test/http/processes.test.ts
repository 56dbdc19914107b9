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
/** Starts a site, which is stopped after the tests of this file. */
async function startSite(options: TestSiteOptions): Promise<TestSite> {
  const started = await startTestSite(options);
  sites.unshift(started);
  return started;
}
afterAll(async () => {
  for (const started of sites) await started.stop();
});

const fetchPage = async ({ url }: TestSite, path: string) => (await fetch(url + path)).text();
const isCached = async ({ url }: TestSite, path: string) => (await fetch(url + path)).headers.has("etag");

describe("two processes on one PostgreSQL", () => {
  let firstSite: TestSite;
  let secondSite: TestSite;
  beforeAll(async () => {
    firstSite = await startSite({ database: "postgres" });
    secondSite = await startSite({ database: "postgres", beside: firstSite });
  });

  it("a new price shows in every process as soon as a notification purges the pages", async () => {
    const path = "/courses/patient-safety-essentials";
    const { id } = await courseBySlug(firstSite, "patient-safety-essentials");
    if (!firstSite.database) throw new Error("no database");
    const ctx = testContext(firstSite.database);
    const setPrice = (halalas: number, isNotified: boolean) =>
      inTransaction(ctx, async (ctx) => {
        await ctx.db.update(courseRuns).set({ priceHalalas: halalas }).where(eq(courseRuns.id, id));
        if (isNotified) await announceContentChange(ctx);
      });
    for (const process of [firstSite, secondSite]) {
      expect(await fetchPage(process, path)).toContain("2,400.00");
      expect(await isCached(process, path)).toBe(true);
    }
    // Negative control: without a notification both processes still show the cached page.
    await setPrice(111_100, false);
    for (const process of [firstSite, secondSite]) expect(await fetchPage(process, path)).toContain("2,400.00");
    await setPrice(123_400, true);
    // The notification takes a moment to reach both processes over their connections.
    for (const process of [firstSite, secondSite])
      await expect.poll(() => fetchPage(process, path), { interval: 20 }).toContain("1,234.00");
    for (const process of [firstSite, secondSite]) expect(await fetchPage(process, path)).not.toContain("2,400.00");
  });

  it("a session and an order of one process work in the other", async () => {
    const person = await newPerson(firstSite);
    const order = await beginOrder(secondSite, person, (await courseBySlug(secondSite, "good-clinical-practice")).id);
    expect(
      (await beginOrder(firstSite, person, (await courseBySlug(firstSite, "good-clinical-practice")).id)).order_id,
    ).toBe(order.order_id);
  });

  // This test is the last of this group, because it drops the database.
  it("/healthz, /readyz and /metrics answer; without a database /readyz fails, but /healthz does not", async () => {
    const { url, database } = firstSite;
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
  let ownSite: TestSite;
  beforeAll(async () => void (ownSite = await startSite({ database: "own" })));

  it("with the provider's keys no page mentions the sandbox, and payments work", async () => {
    const live = await startSite({ database: "postgres", env: (sandbox) => paymentsAt(sandbox, sandboxKeys) });
    const html = await fetchPage(live, "/checkout/good-clinical-practice");
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
    expect(await fetchPage(ownSite, "/checkout/good-clinical-practice")).toContain(
      m.checkout_sandbox({}, { locale: "en" }),
    );
  });

  it("exits with 1 and a message if the port is taken", async () => {
    const { port } = new URL(ownSite.url);
    const secondSite = spawnStart({
      PORT: port,
      DATA_DIR: `${ownSite.dataDir}/other`,
      PAYMENTS_SANDBOX_PORT: String(ownSite.sandbox.port),
    });
    const [code] = await once(secondSite.child, "close");
    expect(code).toBe(1);
    expect(secondSite.output.join("\n")).toContain(`Port ${port} is taken.`);
  });

  it("a second site on the same data folder exits with 1; the first continues", async () => {
    const { child, output } = spawnStart({
      PORT: String(await freePort()),
      DATA_DIR: ownSite.dataDir,
      PAYMENTS_SANDBOX_PORT: String(ownSite.sandbox.port),
    });
    const [code] = await once(child, "close");
    expect(code).toBe(1);
    expect(output.join("\n")).toContain("database");
    expect((await fetch(`${ownSite.url}/readyz`)).status).toBe(200);
  });

  it("SIGTERM: refuses new connections, finishes running requests, and exits with 0 within 10 s", async () => {
    const started = await startSite({ database: "postgres" });
    const { hostname, port } = new URL(started.url);
    // A request in flight: its body is still on the way when the signal comes.
    const body = JSON.stringify({ slug: "patient-safety-essentials" });
    const connection = connect(Number(port), hostname);
    let answer = "";
    connection.on("data", (chunk) => (answer += String(chunk)));
    const sendFirstPart = () =>
      new Promise<void>((resolve) =>
        connection.write(
          `POST /api/course-details HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
          () => resolve(),
        ),
      );
    await sendFirstPart();
    // When a later request on another connection is answered, the site has read the head of this one.
    await fetch(`${started.url}/healthz`);
    const began = performance.now();
    started.process.kill("SIGTERM");
    // The site no longer listens, so new connections are refused.
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
    connection.write(body.slice(5));
    await once(connection, "close");
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

it("settings: production without keys exits with 78, and names PAYMENTS_API_URL=sandbox", async () => {
  const { child, output } = spawnStart({ NODE_ENV: "production", BASE_URL: "https://example.com" });
  const [code] = await once(child, "close");
  expect(code).toBe(78);
  expect(output.join("\n")).toContain("PAYMENTS_API_URL=sandbox");
});
