import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Database } from "#platform/db/database.server.ts";
import { countRequests } from "./request-metrics.server.ts";

export function processMetrics({ database, pages }: { database: Database; pages: { size: number } }): Registry {
  const registry = new Registry();
  // Coarse on purpose: the finest resolution would wake an idle process a hundred times a second.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  countRequests(registry);
  const registers = [registry];
  const cached = new Gauge({
    name: "pages_cached",
    help: "Whole pages held in memory.",
    registers: [],
    collect() {
      this.set(pages.size);
    },
  });
  registry.registerMetric(cached);
  const failing = new Gauge({
    name: "outbox_failing",
    help: "Mails not yet sent that the mail server refused at least once.",
    registers,
  });
  const oldest = new Gauge({ name: "outbox_oldest_seconds", help: "Age of the oldest mail not yet sent.", registers });
  const waiting = new Gauge({
    name: "outbox_waiting",
    help: "Mails not yet sent.",
    registers: [],
    async collect() {
      const outbox = await readOutbox(database);
      this.set(outbox.waiting);
      failing.set(outbox.failing);
      oldest.set(outbox.oldestSeconds);
    },
  });
  registry.registerMetric(waiting);
  return registry;
}

/** Not-a-number while the database is away: the rest can still be read. */
async function readOutbox(database: Database) {
  try {
    const { rows } = await database.executeSql(
      "select count(*)::int as waiting, count(*) filter (where last_error is not null)::int as failing, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age from outbox_mail where status = 'queued'",
    );
    const [row] = rows;
    return {
      waiting: Number(row?.["waiting"]),
      failing: Number(row?.["failing"]),
      oldestSeconds: Math.round(Number(row?.["age"])),
    };
  } catch {
    return { waiting: NaN, failing: NaN, oldestSeconds: NaN };
  }
}
