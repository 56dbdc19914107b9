/** The one server entry: page cache, request id, static files, /api, media, pages, in one process. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import * as build from "virtual:react-router/server-build";
import { systemContext } from "./context.server.ts";
import { jobs } from "./jobs.ts";
import { createSite } from "./site.server.ts";
import { prepareSite } from "./start-up.server.ts";
import { openServices, type Services } from "./services.server.ts";
import { parseEnv, type Env } from "#platform/env.server.ts";
import { errorForLog } from "#platform/log.server.ts";

export { parseEnv, openServices };
export { SettingsError } from "#platform/env.server.ts";

/** The request listener of the site: the page cache in front, everything else behind it. */
export function createListener(services: Services) {
  const site = createSite(services, build);
  const listener = getRequestListener(site.fetch);
  return (request: IncomingMessage, response: ServerResponse) => {
    if (!services.pages.tryCached(request, response)) void listener(request, response);
  };
}

export interface RunningSite {
  server: Server;
  services: Services;
  url: string;
  /** Stops accepting, finishes what runs (10 s at most), closes the database. */
  stop(): Promise<void>;
}

/** Starts the site and resolves once it answers; jobs start right after. Rejects when the port or the database cannot be had. */
export async function startSite(env: Env): Promise<RunningSite> {
  const services = await openServices(env);
  await prepareSite(services);
  const server = createServer(
    { connectionsCheckingInterval: 2_000, headersTimeout: 10_000, requestTimeout: 15_000, keepAliveTimeout: 65_000 },
    createListener(services),
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(env.PORT, env.HOST, resolve);
  });
  const address = server.address();
  const port = address && typeof address === "object" ? address.port : env.PORT;
  void services.runner
    .start(jobs, (job) => systemContext(services, { kind: "job", name: job }))
    .catch((error: unknown) => services.log.error(errorForLog(error), "jobs did not start"));
  let stopping: Promise<void> | null = null;
  const stop = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    const timer = setTimeout(() => server.closeAllConnections(), 8_000);
    // Side by side: each may take its time, together they must stay under ten seconds.
    await Promise.all([closed, services.runner.stop()]);
    clearTimeout(timer);
    await services.close();
  };
  return { server, services, url: `http://${env.HOST}:${port}`, stop: () => (stopping ??= stop()) };
}
