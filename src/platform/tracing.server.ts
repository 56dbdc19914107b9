/**
 * Spans of OpenTelemetry. Without OTEL_EXPORTER_OTLP_ENDPOINT nothing of them is loaded, and a call costs one
 * comparison.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { Env } from "./env.server.ts";
import { currentWork } from "./work.server.ts";
import { errorForLog, type Logger } from "./log.server.ts";

/** One step of a request as OpenTelemetry knows it. */
type Attributes = Record<string, string | number | boolean>;

interface Span {
  traceId: string;
  spanId: string;
  parentId: string | null;
  name: string;
  kind: "server" | "client" | "consumer" | "internal";
  startMs: number;
  endMs: number;
  attributes: Attributes;
  failure: string | null;
  /** Of a trace that was not drawn: kept for its children, sent nowhere. */
  isSampled: boolean;
}

/** Described when the call begins; `attributes` may be added to until it ends. */
export type SpanStart = Pick<Span, "name" | "kind"> & { attributes?: Attributes };

interface Exporter {
  begin(start: SpanStart, parent: Span | null, requestId: string | undefined): Span;
  end(span: Span): void;
  /** Sends what waits, and nothing more. */
  close(): Promise<void>;
}

const open = new AsyncLocalStorage<Span>();
let exporter: Exporter | null = null;

/** Whether spans are made at all: for what would cost something to describe. */
export const isTracing = (): boolean => exporter !== null;

/** Sends spans from now on when the settings say where to. */
export function startTracing(env: Env, log: Pick<Logger, "warn">): void {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT || exporter) return;
  exporter = createExporter(env, log);
}

/** Sends what waits. */
export async function stopTracing(): Promise<void> {
  const last = exporter;
  exporter = null;
  await last?.close();
}

/**
 * Calls `call` in a span, a child of the one around it; a call to elsewhere (`client`) only inside another. What it
 * throws marks the span as failed. `call` gets the span to add to, or null.
 */
export async function traced<T>(start: () => SpanStart, call: (span: Span | null) => Promise<T>): Promise<T> {
  if (exporter === null) return call(null);
  const around = open.getStore() ?? null;
  const started = start();
  // A statement or call of its own, such as a look at the queue, is no story to tell.
  if (started.kind === "client" && around === null) return call(null);
  const span = exporter.begin(started, around, currentWork()?.requestId);
  try {
    return await open.run(span, () => call(span));
  } catch (error) {
    span.failure = error instanceof Error ? error.name : typeof error;
    throw error;
  } finally {
    exporter?.end(span);
  }
}

/** OTLP over HTTP as JSON, without the makers’ packages: docs/decisions/039. */
type TracingEnv = Pick<
  Env,
  "OTEL_EXPORTER_OTLP_ENDPOINT" | "OTEL_EXPORTER_OTLP_HEADERS" | "OTEL_SERVICE_NAME" | "OTEL_TRACES_SAMPLER_ARG"
>;

const everyMs = 2_000;
/** Sent at once when so many wait. */
const batch = 512;
/** While the collector is away; what comes beyond is dropped. */
const maxWaiting = 4_096;
const timeoutMs = 5_000;

const kinds = { internal: 1, server: 2, client: 3, consumer: 5 } as const;

const nanoseconds = (ms: number) => String(BigInt(Math.round(ms * 1000)) * 1000n);

function toAttributeValue(value: Attributes[string]) {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
const toAttributeList = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: toAttributeValue(value) }));

const toWire = (span: Span) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId && { parentSpanId: span.parentId }),
  name: span.name,
  kind: kinds[span.kind],
  startTimeUnixNano: nanoseconds(span.startMs),
  endTimeUnixNano: nanoseconds(span.endMs),
  attributes: toAttributeList(span.attributes),
  status: span.failure === null ? {} : { code: 2, message: span.failure },
});

/** Milliseconds of the wall clock with fractions, which `Date.now()` lacks. */
const nowMs = () => performance.timeOrigin + performance.now();

function createExporter(env: TracingEnv, log: Pick<Logger, "warn">): Exporter {
  const url = `${(env.OTEL_EXPORTER_OTLP_ENDPOINT ?? "").replace(/\/$/, "")}/v1/traces`;
  const headers = { "content-type": "application/json", ...env.OTEL_EXPORTER_OTLP_HEADERS };
  const resource = {
    attributes: toAttributeList({ "service.name": env.OTEL_SERVICE_NAME, "process.pid": process.pid }),
  };
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
    const room = Math.max(0, maxWaiting - waiting.length);
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
      if (waiting.length >= maxWaiting) dropped += 1;
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
