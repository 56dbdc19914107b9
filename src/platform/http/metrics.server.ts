import { monitorEventLoopDelay } from "node:perf_hooks";
import { collectDefaultMetrics, Gauge, Registry, Counter, Histogram, type Metric } from "prom-client";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { jobRuns, outgoingCalls } from "#platform/outgoing-call.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { platformFigures, registerFigures, type Figures } from "./figures.server.ts";

/** What was asked for, coarsely: each is watched for itself. */
function getRequestKind(url = ""): string {
  if (url.startsWith("/api/staff/")) return "staff";
  if (url.startsWith("/api/")) return "api";
  if (/^\/(healthz|readyz|metrics)\b/.test(url)) return "check";
  return /^\/(assets|fonts|art|icons|staff|admin\/images)\//.test(url) ? "file" : "page";
}

/** 503 is no fault of ours but too much asked, or a database that is away. */
const getStatusGroup = (code: number) => (code === 503 ? "503" : `${Math.floor(code / 100)}xx`);

const answers = new Counter({
  name: "http_requests_total",
  help: "Answers by kind and class of status; 503 for itself.",
  labelNames: ["kind", "status"],
  registers: [],
});
const durations = new Histogram({
  name: "http_request_duration_seconds",
  help: "From the request's headers to the end of its answer.",
  labelNames: ["kind"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [],
});
const open = new Gauge({ name: "http_requests_open", help: "Requests that have no answer yet.", registers: [] });

let isCounting = false;
/** Node's diagnostics channels report every request of this process, so one subscription serves all its sites. */
function count(): void {
  if (isCounting) return;
  isCounting = true;
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const began = performance.now();
    open.inc();
    // Once, whether it was answered or the client has gone.
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
 * Counts answers by kind and class of status and times them, from the first call on. By diagnostics channels, because
 * pages from the cache pass no middleware.
 */
export function countRequests(registry: Registry): void {
  count();
  for (const metric of [answers, durations, open]) registry.registerMetric(metric);
}

export interface Measured {
  database: Database;
  pages: { size: number };
  /** Of the features, beside the platform's own. */
  figures: Figures;
  /** What features count while they work. */
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

/** Coarse on purpose: the finest resolution would wake an idle process a hundred times a second. */
const samplingMs = 100;

/**
 * How much later than it should a timer ran, since the last scrape. In place of prom-client's figures, which hold the
 * time between two samples too: 0.1 s in a process that does nothing.
 */
function measureEventLoop(registry: Registry): void {
  const delay = monitorEventLoopDelay({ resolution: samplingMs });
  delay.enable();
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - samplingMs / 1000) || 0;
  const figures = {
    max: () => delay.max,
    mean: () => delay.mean,
    p50: () => delay.percentile(50),
    p90: () => delay.percentile(90),
    // The last to be read in a scrape.
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
        this.set(late(read()));
        if (name === "p99") delay.reset();
      },
    });
    registry.registerMetric(gauge);
  }
}

function countConnections(registry: Registry, database: Database): void {
  const connections = new Gauge({
    name: "database_connections",
    help: "Connections of this process's pool, and callers that wait for one.",
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
    help: "DATABASE_POOL.",
    registers: [],
    collect() {
      const use = database.poolUse();
      if (use) this.set(use.max);
    },
  });
  registry.registerMetric(connections);
  registry.registerMetric(maxConnections);
}
