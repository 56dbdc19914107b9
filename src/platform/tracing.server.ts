/**
 * Records spans of OpenTelemetry. Without OTEL_EXPORTER_OTLP_ENDPOINT nothing is loaded for it, and a call costs one
 * comparison.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { Env } from "./env.server.ts";
import { currentWork } from "./work.server.ts";
import { errorForLog, type Logger } from "./log.server.ts";

type Attributes = Record<string, string | number | boolean>;

/** One step of a request, as OpenTelemetry defines it. */
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
  /** False when the trace is not in the sample: the span is kept for its children, but not sent. */
  isSampled: boolean;
}

/** Describes a span when its call begins. `attributes` may be added until the call ends. */
export type SpanStart = Pick<Span, "name" | "kind"> & { attributes?: Attributes };

interface Exporter {
  begin(start: SpanStart, parent: Span | null, requestId: string | undefined): Span;
  end(span: Span): void;
  /** Sends the waiting spans, and none after them. */
  close(): Promise<void>;
}

const currentSpan = new AsyncLocalStorage<Span>();
let exporter: Exporter | null = null;

/** Whether spans are recorded at all. Callers check it before they build a costly description. */
export const isTracing = (): boolean => exporter !== null;

/** Starts to send spans, if the settings name a collector. */
export function startTracing(env: Env, log: Pick<Logger, "warn">): void {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT || exporter) return;
  exporter = createExporter(env, log);
}

/** Sends the waiting spans and stops. */
export async function stopTracing(): Promise<void> {
  const last = exporter;
  exporter = null;
  await last?.close();
}

/**
 * Calls `call` in a span, which is a child of the current span. A span of kind `client` is only recorded inside another
 * span. An error of `call` marks the span as failed. `call` gets the span, to add attributes, or null if there is none.
 */
export async function traced<T>(start: () => SpanStart, call: (span: Span | null) => Promise<T>): Promise<T> {
  if (exporter === null) return call(null);
  const parent = currentSpan.getStore() ?? null;
  const started = start();
  // A statement or call outside of any span, such as polling the queue, is not worth a trace.
  if (started.kind === "client" && parent === null) return call(null);
  const span = exporter.begin(started, parent, currentWork()?.requestId);
  try {
    return await currentSpan.run(span, () => call(span));
  } catch (error) {
    span.failure = error instanceof Error ? error.name : typeof error;
    throw error;
  } finally {
    exporter?.end(span);
  }
}

/** Settings of the exporter, which sends OTLP over HTTP as JSON without the OpenTelemetry packages (decisions/039). */
type TracingEnv = Pick<
  Env,
  "OTEL_EXPORTER_OTLP_ENDPOINT" | "OTEL_EXPORTER_OTLP_HEADERS" | "OTEL_SERVICE_NAME" | "OTEL_TRACES_SAMPLER_ARG"
>;

const flushEveryMs = 2_000;
/** When this many spans wait, they are sent at once. */
const batchSize = 512;
/** Maximum number of spans that wait while the collector is unavailable. More are dropped. */
const maxWaiting = 4_096;
const timeoutMs = 5_000;

const kinds = { internal: 1, server: 2, client: 3, consumer: 5 } as const;

const toNanoseconds = (ms: number) => String(BigInt(Math.round(ms * 1000)) * 1000n);

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
  startTimeUnixNano: toNanoseconds(span.startMs),
  endTimeUnixNano: toNanoseconds(span.endMs),
  attributes: toAttributeList(span.attributes),
  status: span.failure === null ? {} : { code: 2, message: span.failure },
});

/** Milliseconds of the wall clock with fractions, which `Date.now()` lacks. */
const getNowMs = () => performance.timeOrigin + performance.now();

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
      // After a 4xx the spans would be refused again; a 429 or 5xx may be temporary.
      if (response.status === 429 || response.status >= 500)
        throw new Error(`The collector answered ${response.status}`);
      if (!response.ok) log.warn({ status: response.status, spans: spans.length }, "traces were refused");
    } catch (error) {
      keepForRetry(spans);
      log.warn({ dropped, ...errorForLog(error) }, "traces were not sent");
    }
  }
  function keepForRetry(spans: Span[]): void {
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
  const timer = setInterval(() => void flush(), flushEveryMs);
  timer.unref();

  return {
    begin({ name, kind, attributes = {} }, parent, requestId) {
      return {
        traceId: parent?.traceId ?? randomBytes(16).toString("hex"),
        spanId: randomBytes(8).toString("hex"),
        parentId: parent?.spanId ?? null,
        name,
        kind,
        startMs: getNowMs(),
        endMs: 0,
        attributes: requestId === undefined ? attributes : { "request.id": requestId, ...attributes },
        failure: null,
        isSampled: parent?.isSampled ?? Math.random() < env.OTEL_TRACES_SAMPLER_ARG,
      };
    },
    end(span) {
      if (!span.isSampled) return;
      span.endMs = getNowMs();
      if (waiting.length >= maxWaiting) dropped += 1;
      else waiting.push(span);
      if (waiting.length >= batchSize) void flush();
    },
    async close() {
      clearInterval(timer);
      await flush();
      await flush();
    },
  };
}
