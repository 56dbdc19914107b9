import { createHash, timingSafeEqual } from "node:crypto";
import { BlockList, isIP } from "node:net";
import type { Context, Hono } from "hono";
import { isMigrated } from "#platform/db/migrate.server.ts";
import type { Env } from "#platform/env.server.ts";
import { logFailure, type Logger } from "#platform/log.server.ts";
import { clientAddress } from "./client-address.server.ts";
import { processMetrics, type Measured } from "./metrics.server.ts";

export interface Watched extends Measured {
  env: Pick<Env, "DEMO" | "METRICS_TOKEN" | "TRUSTED_PROXIES">;
  log: Logger;
  /** True once the process has received the signal to stop. */
  isStopping: () => boolean;
}

const pingMs = 2_000;
/** A process that was ready reports that it is not after this many failed pings in a row. */
const failuresAllowed = 2;
const migrations = "db/migrations";
const noStore = { "cache-control": "no-store" };

/**
 * GET /healthz says that the process is alive. GET /readyz says that the database accepts writes and is migrated, and
 * that the process is not about to stop. GET /metrics serves Prometheus: with METRICS_TOKEN, on a demo also to this
 * machine.
 */
export function healthRoutes(app: Hono, { env, log, database, isStopping, ...measured }: Watched): void {
  const metrics = processMetrics({ database, ...measured });
  let hasMigrations = false;
  let failures = Infinity;

  app.get("/healthz", (request) => request.json({ status: "ok" }, 200, noStore));

  app.get("/readyz", async (request) => {
    if (isStopping()) return request.json({ status: "stopping" }, 503, noStore);
    try {
      await database.ping(pingMs);
      failures = 0;
      hasMigrations ||= await isMigrated(database, migrations);
      if (hasMigrations) return request.json({ status: "ok" }, 200, noStore);
      return request.json({ status: "migrations are missing" }, 503, noStore);
    } catch (error) {
      logFailure(log, "warn", error, { text: "not ready" });
      failures += 1;
      // After a single lost answer, a process that was ready stays ready.
      if (failures < failuresAllowed) return request.json({ status: "ok" }, 200, noStore);
      return request.json({ status: "the database does not answer" }, 503, { ...noStore, "retry-after": "2" });
    }
  });

  app.get("/metrics", async (request) => {
    if (!mayReadMetrics(request, env))
      return request.text("Unauthorized", 401, { ...noStore, "www-authenticate": "Bearer" });
    return request.body(await metrics.metrics(), 200, { ...noStore, "content-type": metrics.contentType });
  });
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

function mayReadMetrics(request: Context, { DEMO, METRICS_TOKEN, TRUSTED_PROXIES }: Watched["env"]): boolean {
  const token = /^Bearer (\S{1,512})$/.exec(request.req.header("authorization") ?? "")?.[1];
  if (METRICS_TOKEN && token) return timingSafeEqual(digest(token), digest(METRICS_TOKEN));
  // Behind a proxy on this machine that adds no header, every client looks local. That is good enough only for a demo.
  if (!DEMO) return false;
  const address = clientAddress(request, TRUSTED_PROXIES);
  const isLocal = isIP(address) !== 0 && loopback.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  const isForwarded = ["x-forwarded-for", "forwarded", "x-real-ip", "via"].some(
    (name) => request.req.header(name) !== undefined,
  );
  return isLocal && !isForwarded;
}

const digest = (value: string) => createHash("sha256").update(value).digest();
