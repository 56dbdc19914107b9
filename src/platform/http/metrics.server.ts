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
  // Coarse on purpose: the finest resolution would wake an idle process a hundred times a second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
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
