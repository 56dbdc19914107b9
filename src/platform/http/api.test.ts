import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { acceptedLocale } from "#i18n/locale.server.ts";
import { createLog } from "#platform/log.server.ts";
import { limitConcurrency } from "#platform/bounded-limit.ts";
import { createWorkerPool } from "#platform/workers/pool.server.ts";
import { testContext } from "#test/context.ts";
import { openTestDatabase, type TestDatabase } from "#test/database.ts";
import { mountApi } from "./api.server.ts";
import { line } from "./fields.server.ts";
import { endpoint, type AnyEndpoint } from "./endpoint.server.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  return () => database.close();
});

/** Mounts endpoints as the API, without a server. Returns a function that calls them. */
function mountEndpoints(table: Record<string, AnyEndpoint>) {
  const app = new Hono();
  app.use(async (request, next) => {
    request.set("requestId", "test");
    request.set("log", createLog("silent"));
    await next();
  });
  mountApi(app, table, async (request) =>
    testContext(database, { locale: acceptedLocale(request.req.header("accept-language")) }),
  );
  return async (path: string, { method = "POST", language = "en" } = {}) => {
    const response = await app.request(path, { method, headers: { "accept-language": language } });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Record<string, unknown>,
    };
  };
}

const ping = endpoint({
  summary: "Answers",
  session: "optional",
  body: z.object({}),
  reply: z.object({ pong: z.boolean() }),
  handle: () => ({ pong: true }),
});

describe("F-29 errors for an unknown address or method are in the client's language", () => {
  it.each([
    ["en", 404, "/api/no-such-path", "POST", "We couldn’t find that."],
    ["ar-SA,ar;q=0.9", 404, "/api/no-such-path", "POST", "لم نجد ما تبحث عنه."],
    ["fr", 404, "/api/no-such-path", "GET", "We couldn’t find that."],
    ["en-GB", 405, "/api/ping", "GET", "This address accepts POST requests only."],
    ["ar", 405, "/api/ping", "GET", "هذا العنوان يقبل طلبات POST فقط."],
    ["ar", 405, "/api/ping/", "PUT", "هذا العنوان يقبل طلبات POST فقط."],
  ])("F-29 in %s: %i for %s", async (language, status, path, method, message) => {
    const response = await mountEndpoints({ "/api/ping": ping })(path, { method, language });
    expect([response.status, response.body]).toEqual([status, { message }]);
    expect(response.headers.get("allow")).toBe(status === 405 ? "POST" : null);
  });
});

it("checks a body with the schema of `bodyFor`, where an endpoint has one", async () => {
  const stricter = { ...ping, bodyFor: async () => z.object({ word: line() }) as never };
  const call = mountEndpoints({ "/api/ping": ping, "/api/stricter": stricter });
  expect((await call("/api/stricter")).status).toBe(422);
  expect((await call("/api/ping")).status).toBe(200);
});

it("S-09 refuses work with 503 and Retry-After when the queue of the workers is full", async () => {
  const folder = mkdtempSync(join(tmpdir(), "nama-full-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const log = join(folder, "log");
  const pool = createWorkerPool({ entry: "test/worker-jobs.ts", idleMs: 200, maxWorkers: 1, maxQueued: 2 });
  const draw = { ...ping, handle: async () => ({ pong: (await pool.run("until", ["end", log])) === "end" }) };
  const call = mountEndpoints({ "/api/draw": draw, "/api/ping": ping });
  const calls = Array.from({ length: 3 }, () => call("/api/draw"));
  await expect.poll(() => existsSync(log)).toBe(true);
  const refused = await call("/api/draw", { language: "ar" });
  expect([refused.status, refused.body, refused.headers.get("retry-after")]).toEqual([
    503,
    { message: "تشهد الخدمة ضغطًا في الوقت الحالي. أعد المحاولة بعد قليل." },
    "2",
  ]);
  expect((await call("/api/ping")).status).toBe(200);
  writeFileSync(`${log}.end`, "");
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

describe("F-12 expensive endpoints limit concurrent calls", () => {
  it("F-12 refuses a call above the limit in the client's language, before its handler runs", async () => {
    let end = () => {};
    let start = () => {};
    const started = new Promise<void>((resolve) => (start = resolve));
    const ended = new Promise<void>((resolve) => (end = resolve));
    onTestFinished(() => end());
    let calls = 0;
    const slow = {
      ...ping,
      concurrencyLimit: limitConcurrency({ maxRunning: 1, maxQueued: 0 }),
      handle: async () => ((calls += 1), start(), await ended, { pong: true }),
    };
    const call = mountEndpoints({ "/api/slow": slow, "/api/ping": ping });
    const first = call("/api/slow");
    await started;
    const refused = await call("/api/slow", { language: "ar" });
    expect([refused.status, refused.body, refused.headers.get("retry-after")]).toEqual([
      503,
      { message: "تشهد الخدمة ضغطًا في الوقت الحالي. أعد المحاولة بعد قليل." },
      "2",
    ]);
    expect(calls).toBe(1);
    expect((await call("/api/ping")).status).toBe(200);
    end();
    expect((await first).status).toBe(200);
    expect((await call("/api/slow")).status).toBe(200);
  });
});
