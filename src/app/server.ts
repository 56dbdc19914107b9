/** The one server entry: page cache, static files, /api, media and pages in one process. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import * as build from "virtual:react-router/server-build";
import { systemContext } from "./context.server.ts";
import { jobs } from "../jobs.ts";
import { createSite } from "./site.server.ts";
import { prepareSite } from "./start-up.server.ts";
import { openServices, type Services } from "./services.server.ts";
import { parseEnv, type Env } from "#platform/env.server.ts";
import { isDatabaseUnavailable } from "#platform/db/sql-errors.server.ts";
import { limitBodyTime } from "#platform/http/body-time.server.ts";
import { createLog, errorForLog } from "#platform/log.server.ts";

export { parseEnv, openServices };
export { SettingsError } from "#platform/env.server.ts";

/** For a body of ours: 64 KiB of JSON, 512 with a text of two languages. */
const bodyMs = 15_000;
/**
 * For a file that is uploaded: 20 MB in five minutes is 0.6 Mbit/s. Only they get so long: others are refused before
 * their body is read.
 */
const uploadMs = 300_000;
const isUpload = ({ method, url }: IncomingMessage) =>
  method === "POST" && /^\/api\/(?:staff\/media|(?:change-file|upload-proof)\/?$)/.test(url ?? "");

/** The page cache in front, everything else behind it. */
export function createListener(services: Services) {
  const site = createSite(services, build);
  // HTTP/1.0 needs no Host, and balancers' checks send none.
  const listener = getRequestListener(site.fetch, { hostname: "localhost" });
  return (request: IncomingMessage, response: ServerResponse) => {
    if (services.isStopping()) response.setHeader("connection", "close");
    if (services.pages.tryCached(request, response)) return;
    limitBodyTime(request, response, isUpload(request) ? uploadMs : bodyMs);
    void listener(request, response);
  };
}

export interface RunningSite {
  server: Server;
  services: Services;
  url: string;
  /**
   * Begins no job from now on and says so at `/readyz` and with each answer; listens on for DRAIN_SECONDS, finishes
   * open requests and jobs, closes the database. Resolves after `stopMs` at the latest: what takes longer is cut, as by
   * a kill.
   */
  stop(): Promise<void>;
}

/** Below the ten seconds after which a container or a service is killed. */
const stopMs = 9_300;
/** Of open requests, after DRAIN_SECONDS (3 at most). */
const requestsMs = 5_500;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Files of ours beside visitors' connections: the database, uploads, libraries. */
const reservedDescriptors = 200;

/** What is above the limit of open files would be reset without a word: so it is refused a little below, and said. */
function refuseAboveLimit(server: Server, { LOG_LEVEL }: Env): void {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft: number | "unlimited" } } };
  const limit = report.userLimits?.open_files?.soft;
  if (typeof limit !== "number") return;
  server.maxConnections = Math.max(limit - reservedDescriptors, 10);
  let saidAt = -Infinity;
  server.on("drop", () => {
    if (performance.now() - saidAt < 10_000) return;
    saidAt = performance.now();
    createLog(LOG_LEVEL).error(
      { connections: server.maxConnections, limit },
      "too many connections; raise LimitNOFILE",
    );
  });
}

/** While the database is away at start: the process lives, and is not ready. */
const waitingListener: Listener = (request, response) => {
  const isAlive = request.url === "/healthz";
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "retry-after": "2",
  };
  response.writeHead(isAlive ? 200 : 503, headers);
  response.end(JSON.stringify({ status: isAlive ? "ok" : "the database does not answer" }));
};

/** Retries `work` while the database is unavailable; calls `onWait` after each failure. */
async function retryUntilDatabaseAnswers<T>(env: Env, work: () => Promise<T>, onWait: () => Promise<void>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      createLog(env.LOG_LEVEL).warn(errorForLog(error), "no database yet; trying again");
      await onWait();
      await wait(1_000);
    }
  }
}

async function endRequests(server: Server, drainSeconds: number): Promise<void> {
  if (drainSeconds > 0) await wait(drainSeconds * 1_000);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), requestsMs);
  await closed;
  clearTimeout(timer);
}

/**
 * Resolves once the site answers; jobs start right after. Without a database it answers 503 and tries again each
 * second. `beforeJobs` is awaited when the database is ready: jobs ask the card provider at once. Rejects when the port
 * is taken.
 */
export async function startSite(env: Env, beforeJobs?: () => Promise<void>): Promise<RunningSite> {
  let listener = waitingListener;
  const server = createServer(
    { connectionsCheckingInterval: 2_000, headersTimeout: 10_000, requestTimeout: uploadMs, keepAliveTimeout: 65_000 },
    (request, response) => listener(request, response),
  );
  refuseAboveLimit(server, env);
  const listen = async () => {
    if (server.listening) return;
    server.listen(env.PORT, env.HOST);
    await once(server, "listening");
  };
  const services = await retryUntilDatabaseAnswers(env, () => openServices(env), listen);
  await retryUntilDatabaseAnswers(env, () => prepareSite(services), listen);
  await beforeJobs?.();
  listener = createListener(services);
  await listen();
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : env.PORT;
  void services.runner
    .start(jobs, (job) => systemContext(services, { kind: "job", name: job }))
    .catch((error: unknown) => services.log.error(errorForLog(error), "jobs did not start"));
  let stopping: Promise<void> | null = null;
  const stop = async () => {
    const late = wait(stopMs);
    services.beginStop();
    // Jobs from the first moment: one may take as long as all the rest. What is queued from now on waits for another
    // process.
    await Promise.all([services.runner.stop(), endRequests(server, env.DRAIN_SECONDS)]);
    await Promise.race([services.close(), late]);
  };
  return { server, services, url: `http://${env.HOST}:${port}`, stop: () => (stopping ??= stop()) };
}
