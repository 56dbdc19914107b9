import { createServer } from "node:http";
import { once } from "node:events";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { expect, it, onTestFinished } from "vitest";
import type { Database } from "#platform/db/database.server.ts";
import { createDatabase, openDatabase, readyWithRoom } from "#platform/db/database.server.ts";
import { openPostgres } from "#platform/db/postgres.server.ts";
import { createLog } from "#platform/log.server.ts";
import { testContext, testEnv } from "#test/context.ts";
import { openTestDatabase, silentLog } from "#test/database.ts";
import { registerNote } from "#test/mail-server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { healthRoutes } from "./health.server.ts";

async function startSite(
  database: Database,
  values: Record<string, string> = {},
  isStopping = false,
): Promise<(path: string, headers?: Record<string, string>) => Promise<Response>> {
  const app = new Hono();
  healthRoutes(app, {
    env: testEnv(values),
    log: createLog("silent"),
    database,
    pages: { size: 3 },
    figures: {},
    counted: [],
    isStopping: () => isStopping,
  });
  const server = createServer(getRequestListener(app.fetch, { overrideGlobalObjects: false })).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => (server.closeAllConnections(), void server.close()));
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : 0;
  return (path, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers });
}

async function openTemporaryDatabase() {
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  return database;
}

it("rejects metrics through an undeclared proxy, and with a wrong token", async () => {
  const get = await startSite(await openTemporaryDatabase(), { METRICS_TOKEN: "a-token-of-some-length" });
  expect((await get("/metrics", { "x-forwarded-for": "203.0.113.7" })).status).toBe(401);
  expect((await get("/metrics", { authorization: "Bearer a-token-of-other-words" })).status).toBe(401);
  expect(
    (await get("/metrics", { "x-forwarded-for": "203.0.113.7", authorization: "Bearer a-token-of-some-length" }))
      .status,
  ).toBe(200);
});

it("F-13 requires the token for metrics outside a demo, also from this machine", async () => {
  const database = await openTemporaryDatabase();
  const production = { NODE_ENV: "production", BASE_URL: "https://nama.example", PAYMENTS_API_URL: "sandbox" };
  const closed = await startSite(database, production);
  expect((await closed("/metrics")).status).toBe(401);
  expect((await closed("/metrics", { authorization: "Bearer " })).status).toBe(401);
  const open = await startSite(database, { ...production, METRICS_TOKEN: "a-token-of-some-length" });
  expect((await open("/metrics")).status).toBe(401);
  expect((await open("/metrics", { authorization: "Bearer a-token-of-other-words" })).status).toBe(401);
  const read = await open("/metrics", { authorization: "Bearer a-token-of-some-length" });
  expect([read.status, (await read.text()).includes("pages_cached 3")]).toEqual([200, true]);
});

it("is not ready but healthy without a database", async () => {
  const ready = await startSite(await openTemporaryDatabase());
  expect((await ready("/readyz")).status).toBe(200);
  const gone = await openDatabase({ databaseUrl: "postgres://nobody@127.0.0.1:1/none", dataDir: "", log: silentLog });
  onTestFinished(() => gone.close());
  const lost = await startSite(gone);
  const began = performance.now();
  const answer = await lost("/readyz");
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({ status: "the database does not answer" });
  expect(performance.now() - began).toBeLessThan(5_000);
  expect((await lost("/healthz")).status).toBe(200);
  expect((await lost("/metrics")).status).toBe(200);
});

it("O3-05: is not ready while the disk of its own database is full, and recovers", async () => {
  let hasRoom = true;
  const { url } = await openTemporaryDatabase();
  const driver = readyWithRoom(openPostgres({ url, poolSize: 2, log: silentLog }), async () => hasRoom);
  onTestFinished(() => driver.close());
  const get = await startSite(createDatabase(driver));
  expect((await get("/readyz")).status).toBe(200);
  hasRoom = false;
  // A single failure is tolerated.
  await get("/readyz");
  expect((await get("/readyz")).status).toBe(503);
  expect((await get("/healthz")).status).toBe(200);
  hasRoom = true;
  expect((await get("/readyz")).status).toBe(200);
});

it("O-24 is not ready once it is stopping, but healthy until the end", async () => {
  const stopping = await startSite(await openTemporaryDatabase(), {}, true);
  expect((await stopping("/readyz")).status).toBe(503);
  expect((await stopping("/healthz")).status).toBe(200);
});

it("counts requests by status class, their durations, and waiting emails", async () => {
  registerNote();
  const database = await openTemporaryDatabase();
  await queueMail(testContext(database), {
    key: "a",
    to: "sara@example.com",
    locale: "en",
    template: "note",
    props: { title: "A note", body: "" },
  });
  const get = await startSite(database);
  await get("/healthz");
  await get("/nowhere");
  const text = await (await get("/metrics")).text();
  expect(text).toMatch(/^http_requests_total\{kind="check",status="2xx"\} [1-9]/m);
  expect(text).toMatch(/^http_requests_total\{kind="page",status="4xx"\} [1-9]/m);
  expect(text).toMatch(/^http_request_duration_seconds_bucket\{le="\+Inf",kind="page"\} [1-9]/m);
  expect(text).toContain("\noutbox_waiting 1\n");
  expect(text).toContain("\npages_cached 3\n");
  // Every line is a comment or a name, labels and a number.
  expect(
    text
      .split("\n")
      .filter(
        (line) =>
          line &&
          !/^# (HELP|TYPE) /.test(line) &&
          !/^[a-z_0-9]+(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? (-?[\d.e+-]+|Nan)$/.test(line),
      ),
  ).toEqual([]);
});
