/** The one server entry: page cache, static files, /api, media and pages in one process. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import * as build from "virtual:react-router/server-build";
import { systemContext } from "./context.server.ts";
import { jobs } from "./jobs.ts";
import { createSite } from "./site.server.ts";
import { prepareSite } from "./start-up.server.ts";
import { openServices, type Services } from "./services.server.ts";
import { parseEnv, type Env } from "#platform/env.server.ts";
import { limitBodyTime } from "#platform/http/body-time.server.ts";
import { errorForLog } from "#platform/log.server.ts";

export { parseEnv, openServices };
export { SettingsError } from "#platform/env.server.ts";

/** For a body of ours: 64 KiB of JSON, 512 with a text of two languages. */
const bodyMs = 15_000;
/** For a file that staff upload: 20 MB in five minutes is 0.6 Mbit/s. Only they get so long: others are refused before their body is read. */
const uploadMs = 300_000;
const isUpload = ({ method, url }: IncomingMessage) =>
  method === "POST" && url?.startsWith("/api/staff/media") === true;

/** The page cache in front, everything else behind it. */
export function createListener(services: Services) {
  const site = createSite(services, build);
  const listener = getRequestListener(site.fetch);
  return (request: IncomingMessage, response: ServerResponse) => {
    if (services.pages.tryCached(request, response)) return;
    limitBodyTime(request, response, isUpload(request) ? uploadMs : bodyMs);
    void listener(request, response);
  };
}

export interface RunningSite {
  server: Server;
  services: Services;
  url: string;
  /** Stops accepting, finishes open requests (10 s at most), closes the database. */
  stop(): Promise<void>;
}

/**
 * Resolves once the site answers; jobs start right after. Rejects when the port is taken or the database unavailable.
 */
export async function startSite(env: Env): Promise<RunningSite> {
  const services = await openServices(env);
  await prepareSite(services);
  const server = createServer(
    { connectionsCheckingInterval: 2_000, headersTimeout: 10_000, requestTimeout: uploadMs, keepAliveTimeout: 65_000 },
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
    // Concurrently: together they must stay under ten seconds.
    await Promise.all([closed, services.runner.stop()]);
    clearTimeout(timer);
    await services.close();
  };
  return { server, services, url: `http://${env.HOST}:${port}`, stop: () => (stopping ??= stop()) };
}
