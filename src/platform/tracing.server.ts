/**
 * Spans of OpenTelemetry. Without OTEL_EXPORTER_OTLP_ENDPOINT nothing of them is loaded, and a call costs one
 * comparison.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Env } from "./env.server.ts";
import type { Logger } from "./log.server.ts";
import type { Exporter, Span, SpanStart } from "./span.ts";
import { currentWork } from "./work.server.ts";

const open = new AsyncLocalStorage<Span>();
let exporter: Exporter | null = null;

/** Whether spans are made at all: for what would cost something to describe. */
export const isTracing = (): boolean => exporter !== null;

/** Sends spans from now on when the settings say where to. */
export async function startTracing(env: Env, log: Pick<Logger, "warn">): Promise<void> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT || exporter) return;
  const { createExporter } = await import("./tracing-exporter.server.ts");
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
