import { afterEach, expect, it, onTestFinished } from "vitest";
import { startCollector, type Collector } from "#test/collector.ts";
import { testContext, testEnv } from "#test/context.ts";
import { openTestDatabase, silentLog } from "#test/database.ts";
import { outgoingCall } from "./outgoing-call.server.ts";
import { isTracing, startTracing, stopTracing, traced } from "./tracing.server.ts";
import { createJobRunner } from "./jobs-runner.server.ts";
import { createLog } from "./log.server.ts";
import { inWork } from "./work.server.ts";

afterEach(() => stopTracing());

async function startTracingTo(values: Record<string, string> = {}): Promise<Collector> {
  const collector = await startCollector();
  onTestFinished(() => collector.close());
  startTracing(testEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...values }), silentLog);
  return collector;
}
const page = () => ({ name: "GET page", kind: "server" as const });

it("records nothing without a collector", async () => {
  startTracing(testEnv(), silentLog);
  expect(isTracing()).toBe(false);
  const described: string[] = [];
  const answer = await traced(
    () => (described.push("span"), page()),
    async (span) => span,
  );
  expect([answer, described]).toEqual([null, []]);
});

it("sends a request, its statements and its calls as one trace with the request id", async () => {
  const collector = await startTracingTo({ OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer abc==,x-a=1" });
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  await inWork({ requestId: "r-1", log: createLog("silent") }, () =>
    traced(page, async () => {
      await database.executeSql("select $1::text as secret", ["sara@example.com"]);
      await database.transaction((tx) => tx.execute("select 2"));
      await outgoingCall("card provider", "GET /payments/:id", async () => ({ status: 200 }));
    }),
  );
  // A statement outside any work gets no span. Otherwise polling the job queue would send spans all the time.
  await database.executeSql("select 3");
  await stopTracing();
  const { spans } = collector;
  const root = spans.find(({ name }) => name === "GET page");
  expect(spans.map(({ name }) => name).toSorted()).toEqual([
    "GET page",
    "card provider GET /payments/:id",
    "sql begin",
    "sql commit",
    "sql select",
    "sql select",
  ]);
  for (const span of spans) {
    expect([span.traceId, span.attributes["request.id"], span.service]).toEqual([root?.traceId, "r-1", "nama"]);
    expect(span.parentSpanId).toBe(span === root ? undefined : root?.spanId);
    expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true);
  }
  expect([root?.traceId.length, root?.spanId.length]).toEqual([32, 16]);
  expect(JSON.stringify(spans)).not.toContain("sara@");
  expect(collector.headers).toMatchObject({ authorization: "Bearer abc==", "x-a": "1" });
});

it("marks a failed span with the name of the error only", async () => {
  const collector = await startTracingTo();
  const failing = traced(page, async () => {
    throw new TypeError("of sara@example.com");
  });
  await expect(failing).rejects.toThrow("of sara@");
  await stopTracing();
  expect(collector.spans.map(({ status }) => status)).toEqual([{ code: 2, message: "TypeError" }]);
});

it("sends spans again that the collector refused, and none of traces that are not sampled", async () => {
  const collector = await startTracingTo();
  collector.status = 503;
  for (let n = 0; n < 600; n++) await traced(page, async () => {});
  await expect.poll(() => collector.headers["content-type"]).toBe("application/json");
  expect(collector.spans).toEqual([]);
  collector.status = 200;
  await stopTracing();
  expect(collector.spans).toHaveLength(600);
  const unsampled = await startTracingTo({ OTEL_TRACES_SAMPLER_ARG: "0" });
  await traced(page, () =>
    traced(
      () => ({ name: "inner", kind: "internal" }),
      async () => {},
    ),
  );
  await stopTracing();
  expect(unsampled.spans).toEqual([]);
});

it("a job runs in a span with the id of the request that sent it", async () => {
  const collector = await startTracingTo();
  const database = await openTestDatabase();
  onTestFinished(() => database.close());
  const log = createLog("silent");
  const runner = createJobRunner(database, log);
  const seen: object[] = [];
  const done = Promise.withResolvers<void>();
  const job = {
    work: async (ctx: { requestId: string }, data: object) => {
      seen.push({ requestId: ctx.requestId, data });
      if (seen.length === 2) done.resolve();
    },
  };
  await runner.start({ "test.note": job }, () => testContext(database));
  await inWork({ requestId: "r-7", log }, () => runner.send(database.db, "test.note", { a: 1 }));
  await runner.send(database.db, "test.note", { a: 2 });
  await done.promise;
  await runner.stop();
  await stopTracing();
  const newRequestId = expect.stringMatching(/^[\da-f-]{36}$/);
  expect(seen).toContainEqual({ requestId: "r-7", data: { a: 1 } });
  expect(seen).toContainEqual({ requestId: newRequestId, data: { a: 2 } });
  const spans = collector.spans.filter(({ name }) => name === "job test.note");
  expect(spans.map(({ attributes, kind }) => [attributes["request.id"], kind]).toSorted()).toEqual(
    [
      ["r-7", 5],
      [expect.any(String), 5],
    ].toSorted(),
  );
});
