import { monitorEventLoopDelay } from "node:perf_hooks";
import { collectDefaultMetrics, Gauge, Registry, Counter, Histogram, type Metric } from "prom-client";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { jobRuns, outgoingCalls } from "#platform/outgoing-call.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { platformFigures, registerFigures, type Figures } from "./figures.server.ts";

/** Coarse kind of a request; each kind has its own series in the metrics. */
function getRequestKind(url = ""): string {
  if (url.startsWith("/api/staff/")) return "staff";
  if (url.startsWith("/api/")) return "api";
  if (/^\/(healthz|readyz|metrics)\b/.test(url)) return "check";
  return /^\/(assets|fonts|art|icons|staff|admin\/images)\//.test(url) ? "file" : "page";
}

/** 503 has a group of its own: it means overload or an unavailable database, not a fault of the code. */
const getStatusGroup = (code: number) => (code === 503 ? "503" : `${Math.floor(code / 100)}xx`);

const answers = new Counter({
  name: "http_requests_total",
  help: "Responses by kind of request and class of status; 503 has a class of its own.",
  labelNames: ["kind", "status"],
  registers: [],
});
const durations = new Histogram({
  name: "http_request_duration_seconds",
  help: "Time from the headers of the request to the end of the response.",
  labelNames: ["kind"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [],
});
const open = new Gauge({ name: "http_requests_open", help: "Requests without a complete response.", registers: [] });

let isCounting = false;
/** Subscribes once per process: Node's diagnostics channels report the requests of all servers in it. */
function startCounting(): void {
  if (isCounting) return;
  isCounting = true;
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const began = performance.now();
    open.inc();
    // "close" comes once, whether the response was sent or the client has closed the connection.
    response.once("close", () => {
      open.dec();
      if (!response.writableFinished) return;
      const kind = getRequestKind(request.url);
      answers.inc({ kind, status: getStatusGroup(response.statusCode) });
      durations.observe({ kind }, (performance.now() - began) / 1000);
    });
  });
}

/**
 * Counts and times responses by kind and class of status, from the first call on. It uses diagnostics channels, because
 * pages from the cache pass no middleware.
 */
export function countRequests(registry: Registry): void {
  startCounting();
  for (const metric of [answers, durations, open]) registry.registerMetric(metric);
}

export interface Measured {
  database: Database;
  pages: { size: number };
  /** Gauges of the features, in addition to the platform's own. */
  figures: Figures;
  /** Counters that features increase while they work. */
  counted: Metric[];
}

export function processMetrics({ database, pages, figures, counted }: Measured): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: samplingMs });
  measureEventLoop(registry);
  countRequests(registry);
  for (const metric of [jobRuns, outgoingCalls, ...counted]) registry.registerMetric(metric);
  const cached = new Gauge({
    name: "pages_cached",
    help: "Whole pages held in memory.",
    registers: [],
    collect() {
      this.set(pages.size);
    },
  });
  registry.registerMetric(cached);
  countConnections(registry, database);
  registerFigures(registry, { ...platformFigures(database), ...figures });
  return registry;
}

/** Sampling interval of the event loop. A finer one would often wake an idle process. */
const samplingMs = 100;

/**
 * Measures how late timers ran since the last scrape. It replaces prom-client's own metrics, which include the time
 * between two samples and so show 0.1 s for an idle process.
 */
function measureEventLoop(registry: Registry): void {
  const delay = monitorEventLoopDelay({ resolution: samplingMs });
  delay.enable();
  const toLateSeconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - samplingMs / 1000) || 0;
  const figures = {
    max: () => delay.max,
    mean: () => delay.mean,
    p50: () => delay.percentile(50),
    p90: () => delay.percentile(90),
    // Prometheus reads p99 last, so the measurement is reset after it.
    p99: () => delay.percentile(99),
  };
  for (const name of ["min", "stddev"]) registry.removeSingleMetric(`nodejs_eventloop_lag_${name}_seconds`);
  for (const [name, read] of Object.entries(figures)) {
    registry.removeSingleMetric(`nodejs_eventloop_lag_${name}_seconds`);
    const gauge = new Gauge({
      name: `nodejs_eventloop_lag_${name}_seconds`,
      help: "How late timers ran since the last scrape.",
      registers: [],
      collect() {
        this.set(toLateSeconds(read()));
        if (name === "p99") delay.reset();
      },
    });
    registry.registerMetric(gauge);
  }
}

function countConnections(registry: Registry, database: Database): void {
  const connections = new Gauge({
    name: "database_connections",
    help: "Connections of this process's pool, and callers that wait for a connection.",
    labelNames: ["state"],
    registers: [],
    collect() {
      const { used, idle, waiting } = database.poolUse() ?? {};
      if (used === undefined) return;
      for (const [state, number] of Object.entries({ used, idle, waiting })) this.set({ state }, number ?? 0);
    },
  });
  const maxConnections = new Gauge({
    name: "database_connections_max",
    help: "Maximum connections of this process's pool (DATABASE_POOL).",
    registers: [],
    collect() {
      const use = database.poolUse();
      if (use) this.set(use.max);
    },
  });
  registry.registerMetric(connections);
  registry.registerMetric(maxConnections);
}
