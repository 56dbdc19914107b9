import { monitorEventLoopDelay } from "node:perf_hooks";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { jobRuns, outgoingCalls } from "#platform/counters.server.ts";
import type { Database } from "#platform/db/database.server.ts";
import { platformFigures, registerFigures, type Figures } from "./figures.server.ts";
import { countRequests } from "./request-metrics.server.ts";

export interface Measured {
  database: Database;
  pages: { size: number };
  /** Of the features, beside the platform's own. */
  figures: Figures;
}

export function processMetrics({ database, pages, figures }: Measured): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: samplingMs });
  measureEventLoop(registry);
  countRequests(registry);
  registry.registerMetric(jobRuns);
  registry.registerMetric(outgoingCalls);
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
  const most = new Gauge({
    name: "database_connections_max",
    help: "DATABASE_POOL.",
    registers: [],
    collect() {
      const use = database.poolUse();
      if (use) this.set(use.most);
    },
  });
  registry.registerMetric(connections);
  registry.registerMetric(most);
}
