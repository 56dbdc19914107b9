/** The server's entry. One process serves the page cache, static files, /api, media and pages. */
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

/** Time limit for a JSON body, which is at most 64 KiB, or 512 KiB for a text in two languages. */
const bodyMs = 15_000;
/**
 * Time limit for an uploaded file: 20 MB in five minutes is 0.6 Mbit/s. Only the upload endpoints have it. They refuse
 * callers without a session, and staff without permission, before they read the body.
 */
const uploadMs = 300_000;
const isUpload = ({ method, url }: IncomingMessage) =>
  method === "POST" && /^\/api\/(?:staff\/media|(?:change-file|upload-proof)\/?$)/.test(url ?? "");

/** Creates the request listener. It answers from the page cache where it can, and passes all else to the site. */
export function createListener(services: Services) {
  const site = createSite(services, build);
  // HTTP/1.0 does not require a Host header, and health checks of load balancers send none.
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
   * Starts no further job, answers `/readyz` as not ready and closes each connection after its answer. Accepts requests
   * for DRAIN_SECONDS more, finishes open requests and jobs and closes the database. Resolves after `stopMs` at the
   * latest; whatever takes longer is aborted.
   */
  stop(): Promise<void>;
}

/** Time limit of a stop. It is below the ten seconds after which a container or a service is killed. */
const stopMs = 9_300;
/** Time limit for open requests, which begins after DRAIN_SECONDS (3 at most). */
const requestsMs = 5_500;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** File descriptors that the site needs besides visitors' connections: database, uploads, libraries. */
const reservedDescriptors = 200;

/**
 * Limits the connections a little below the system's limit of open files, and logs refused ones. Above that limit the
 * system would reset connections without a log entry.
 */
function refuseAboveLimit(server: Server, { LOG_LEVEL }: Env): void {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft: number | "unlimited" } } };
  const limit = report.userLimits?.open_files?.soft;
  if (typeof limit !== "number") return;
  server.maxConnections = Math.max(limit - reservedDescriptors, 10);
  let loggedAt = -Infinity;
  server.on("drop", () => {
    if (performance.now() - loggedAt < 10_000) return;
    loggedAt = performance.now();
    createLog(LOG_LEVEL).error(
      { connections: server.maxConnections, limit },
      "too many connections; raise LimitNOFILE",
    );
  });
}

/** Answers while the database is unavailable at start: `/healthz` with 200, all else with 503. */
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
 * Resolves once the site answers; jobs start right after. While the database is unavailable, it answers 503 and retries
 * each second. `beforeJobs` runs when the database is ready, because the first jobs already call the card provider.
 * Rejects when the port is in use.
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
    const timeLimit = wait(stopMs);
    services.beginStop();
    // Jobs stop at once, together with the requests, because a job may take as long as the rest of the stop. Another
    // process takes the jobs that are queued from now on.
    await Promise.all([services.runner.stop(), endRequests(server, env.DRAIN_SECONDS)]);
    await Promise.race([services.close(), timeLimit]);
  };
  return { server, services, url: `http://${env.HOST}:${port}`, stop: () => (stopping ??= stop()) };
}
