import { createHash, timingSafeEqual } from "node:crypto";
import { BlockList, isIP } from "node:net";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import type { Context, Hono } from "hono";
import type { Database } from "#platform/db/database.server.ts";
import { isMigrated } from "#platform/db/migrate.server.ts";
import type { Env } from "#platform/env.server.ts";
import { errorForLog, type Logger } from "#platform/log.server.ts";
import { clientAddress } from "./client-address.server.ts";
import { countRequests } from "./request-metrics.server.ts";

/** What the health routes look at; the process's Services have it all. */
export interface Watched {
  env: Pick<Env, "DEMO" | "METRICS_TOKEN" | "TRUSTED_PROXIES">;
  log: Logger;
  database: Database;
  pages: { size: number };
}

const pingMs = 2_000;
const migrations = "db/migrations";
const noStore = { "cache-control": "no-store" };

/** GET /healthz: the process lives. GET /readyz: the database answers and is migrated. GET /metrics: Prometheus, with METRICS_TOKEN; on a demo also from this machine. */
export function healthRoutes(app: Hono, { env, log, database, pages }: Watched): void {
  // Coarse on purpose: the finest resolution would wake an idle process a hundred times a second.
  const lag = monitorEventLoopDelay({ resolution: 100 });
  lag.enable();
  const requests = countRequests();
  let migrated = false;

  app.get("/healthz", (request) => request.json({ status: "ok" }, 200, noStore));

  app.get("/readyz", async (request) => {
    try {
      await database.ping(pingMs);
      migrated ||= await isMigrated(database, migrations);
      if (migrated) return request.json({ status: "ok" }, 200, noStore);
      return request.json({ status: "migrations are missing" }, 503, noStore);
    } catch (error) {
      log.warn(errorForLog(error), "not ready");
      return request.json({ status: "the database does not answer" }, 503, { ...noStore, "retry-after": "2" });
    }
  });

  app.get("/metrics", async (request) => {
    if (!mayReadMetrics(request, env)) return request.text("Unauthorized", 401, { ...noStore, "www-authenticate": "Bearer" });
    const lines = [...processLines(lag), requests.text(), gauge("pages_cached", "Whole pages held in memory.", pages.size), ...(await outboxLines(database))];
    lag.reset();
    return request.body(`${lines.join("\n")}\n`, 200, { ...noStore, "content-type": "text/plain; version=0.0.4; charset=utf-8" });
  });
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

function mayReadMetrics(request: Context, { DEMO, METRICS_TOKEN, TRUSTED_PROXIES }: Watched["env"]): boolean {
  const given = /^Bearer (\S{1,512})$/.exec(request.req.header("authorization") ?? "")?.[1];
  if (METRICS_TOKEN && given) return timingSafeEqual(digest(given), digest(METRICS_TOKEN));
  // A proxy on this machine that adds no header makes everybody look near: only a demo takes that for enough.
  if (!DEMO) return false;
  const address = clientAddress(request, TRUSTED_PROXIES);
  const near = isIP(address) !== 0 && loopback.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  const forwarded = ["x-forwarded-for", "forwarded", "x-real-ip", "via"].some((name) => request.req.header(name) !== undefined);
  return near && !forwarded;
}

const digest = (value: string) => createHash("sha256").update(value).digest();

function gauge(name: string, help: string, value: number): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${name} ${value}`;
}

function processLines(lag: ReturnType<typeof monitorEventLoopDelay>): string[] {
  const memory = process.memoryUsage();
  const cpu = process.cpuUsage();
  const seconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9) : 0).toFixed(6);
  return [
    gauge("process_resident_memory_bytes", "Memory of the process.", memory.rss),
    gauge("nodejs_heap_used_bytes", "JavaScript heap in use.", memory.heapUsed),
    gauge("process_uptime_seconds", "Seconds since the start.", Math.round(performance.now() / 1000)),
    `# HELP process_cpu_seconds_total Processor time used.\n# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total ${((cpu.user + cpu.system) / 1e6).toFixed(3)}`,
    gauge("nodejs_eventloop_lag_p99_seconds", "Time between two turns of the event loop since the last reading, 0.1 s when idle.", Number(seconds(lag.percentile(99)))),
    gauge("nodejs_eventloop_lag_max_seconds", "The longest such time.", Number(seconds(lag.max))),
  ];
}

/** The waiting mails; no line at all while the database is away, so that the rest can still be read. */
async function outboxLines(database: Database): Promise<string[]> {
  try {
    const { rows } = await database.executeSql(
      "select count(*)::int as waiting, count(*) filter (where last_error is not null)::int as failing, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age from mail where status = 'queued'",
    );
    const [row] = rows;
    return [
      gauge("outbox_waiting", "Mails not yet sent.", Number(row?.["waiting"])),
      gauge("outbox_failing", "Those of them that the mail server refused at least once.", Number(row?.["failing"])),
      gauge("outbox_oldest_seconds", "Age of the oldest of them.", Math.round(Number(row?.["age"]))),
    ];
  } catch {
    return [];
  }
}

