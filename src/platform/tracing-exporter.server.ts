/** OTLP over HTTP as JSON, without the makers’ packages: docs/decisions/039. */
import { randomBytes } from "node:crypto";
import { errorForLog, type Logger } from "./log.server.ts";
import type { Env } from "./env.server.ts";
import type { Attributes, Exporter, Span } from "./span.ts";

type TracingEnv = Pick<
  Env,
  "OTEL_EXPORTER_OTLP_ENDPOINT" | "OTEL_EXPORTER_OTLP_HEADERS" | "OTEL_SERVICE_NAME" | "OTEL_TRACES_SAMPLER_ARG"
>;

const everyMs = 2_000;
/** Sent at once when so many wait. */
const batch = 512;
/** While the collector is away; what comes beyond is dropped. */
const mostWaiting = 4_096;
const timeoutMs = 5_000;

const kinds = { internal: 1, server: 2, client: 3, consumer: 5 } as const;

const nanoseconds = (ms: number) => String(BigInt(Math.round(ms * 1000)) * 1000n);

function valueOf(value: Attributes[string]) {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
const listOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }));

const toWire = (span: Span) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId && { parentSpanId: span.parentId }),
  name: span.name,
  kind: kinds[span.kind],
  startTimeUnixNano: nanoseconds(span.startMs),
  endTimeUnixNano: nanoseconds(span.endMs),
  attributes: listOf(span.attributes),
  status: span.failure === null ? {} : { code: 2, message: span.failure },
});

/** Milliseconds of the wall clock with fractions, which `Date.now()` lacks. */
const nowMs = () => performance.timeOrigin + performance.now();

export function createExporter(env: TracingEnv, log: Pick<Logger, "warn">): Exporter {
  const url = `${(env.OTEL_EXPORTER_OTLP_ENDPOINT ?? "").replace(/\/$/, "")}/v1/traces`;
  const headers = { "content-type": "application/json", ...env.OTEL_EXPORTER_OTLP_HEADERS };
  const resource = { attributes: listOf({ "service.name": env.OTEL_SERVICE_NAME, "process.pid": process.pid }) };
  let waiting: Span[] = [];
  let dropped = 0;
  let sending: Promise<void> | undefined;

  async function post(spans: Span[]): Promise<void> {
    const scopeSpans = [{ scope: { name: "nama" }, spans: spans.map(toWire) }];
    const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] });
    try {
      const response = await fetch(url, { method: "POST", headers, body, signal: AbortSignal.timeout(timeoutMs) });
      await response.arrayBuffer();
      // 4xx would be refused again; 429 and 5xx may pass.
      if (response.status === 429 || response.status >= 500)
        throw new Error(`The collector answered ${response.status}`);
      if (!response.ok) log.warn({ status: response.status, spans: spans.length }, "traces were refused");
    } catch (error) {
      keep(spans);
      log.warn({ dropped, ...errorForLog(error) }, "traces were not sent");
    }
  }
  function keep(spans: Span[]): void {
    const room = Math.max(0, mostWaiting - waiting.length);
    waiting = [...spans.slice(0, room), ...waiting];
    dropped += Math.max(0, spans.length - room);
  }
  const flush = (): Promise<void> =>
    (sending ??= (async () => {
      const spans = waiting;
      waiting = [];
      if (spans.length > 0) await post(spans);
    })().finally(() => (sending = undefined)));
  const timer = setInterval(() => void flush(), everyMs);
  timer.unref();

  return {
    begin({ name, kind, attributes = {} }, parent, requestId) {
      return {
        traceId: parent?.traceId ?? randomBytes(16).toString("hex"),
        spanId: randomBytes(8).toString("hex"),
        parentId: parent?.spanId ?? null,
        name,
        kind,
        startMs: nowMs(),
        endMs: 0,
        attributes: requestId === undefined ? attributes : { "request.id": requestId, ...attributes },
        failure: null,
        isSampled: parent?.isSampled ?? Math.random() < env.OTEL_TRACES_SAMPLER_ARG,
      };
    },
    end(span) {
      if (!span.isSampled) return;
      span.endMs = nowMs();
      if (waiting.length >= mostWaiting) dropped += 1;
      else waiting.push(span);
      if (waiting.length >= batch) void flush();
    },
    async close() {
      clearInterval(timer);
      await flush();
      await flush();
    },
  };
}
