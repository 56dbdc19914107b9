/**
 * `npm run dev`: the site and the staff portal with hot reload of pages, API and messages. Database, jobs and mailbox
 * stay open during a reload.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createVite, type ViteDevServer } from "vite";
import type { Env } from "../src/platform/env.server.ts";
import type { JobTable } from "../src/platform/jobs-runner.server.ts";
import { demandDataFolder } from "./data-folder.ts";
import { isSandboxRunning, startSandboxProcess } from "./sandbox-process.ts";
import { greeting, readSettings } from "./settings.ts";
import { copySwaggerUi } from "./swagger-ui.ts";

type Services = Awaited<ReturnType<(typeof import("../src/app/services.server.ts"))["openServices"]>>;
/** What src/app/server.ts exports. Vite loads it, so that changes of the sources count at once. */
interface ServerModule {
  openServices(env: Env): Promise<Services>;
  createListener(services: Services): (request: IncomingMessage, response: ServerResponse) => void;
}

process.chdir(new URL("..", import.meta.url).pathname);
const env = await readSettings();
demandDataFolder(env);
const hasSandbox = await isSandboxRunning(env).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
// A sandbox that is running already has no payments for the demo's past orders.
if (hasSandbox) env.DEMO_HISTORY = false;
copySwaggerUi("build/client");
const server = createServer();
const vite = await createVite({ appType: "custom", server: { middlewareMode: true, ws: { server } } });
let portal: Promise<ViteDevServer> | undefined;
/** Starts the portal's Vite server when the portal is first opened: its texts take seconds to compile. */
const openPortal = () =>
  (portal ??= createVite({
    configFile: "staff/vite.config.ts",
    appType: "spa",
    server: { middlewareMode: true, ws: { server, path: "/staff-reload" } },
  }));
const load = <T>(path: string) => vite.ssrLoadModule(path) as Promise<T>;

const services = await (await load<ServerModule>("/src/app/server.ts")).openServices(env);
let current: ServerModule | undefined;
let listener: ReturnType<ServerModule["createListener"]> | undefined;

/** Returns the listener of the present sources; makes a new one when Vite has reloaded them. */
async function currentListener(): Promise<NonNullable<typeof listener>> {
  const loaded = await load<ServerModule>("/src/app/server.ts");
  if (loaded === current && listener) return listener;
  // Reloaded modules have empty registries, so everything registers again.
  const { prepareSite } = await load<typeof import("../src/app/start-up.server.ts")>("/src/app/start-up.server.ts");
  await prepareSite(services);
  services.pages.purge();
  current = loaded;
  return (listener = loaded.createListener(services));
}

function sendError(response: ServerResponse, error: unknown): void {
  if (error instanceof Error) vite.ssrFixStacktrace(error);
  console.error(error);
  response
    .writeHead(500, { "content-type": "text/plain; charset=utf-8" })
    .end(error instanceof Error ? error.stack : String(error));
}

server.on("request", (request, response) => {
  const onError = (error: unknown) => sendError(response, error);
  if (/^\/staff(?:\/|$)/.test(request.url ?? ""))
    void openPortal().then(({ middlewares }) => middlewares(request, response), onError);
  else
    vite.middlewares(request, response, () => {
      currentListener()
        .then((listen) => listen(request, response))
        .catch(onError);
    });
});

await currentListener();
// Starts only now: the first listener has written the payments of the demo's past orders, which the sandbox reads.
const sandbox = await startSandboxProcess(env);
server.listen(env.PORT, env.HOST);
await once(server, "listening");

const loadJobs = async () => (await load<{ jobs: JobTable }>("/src/jobs.ts")).jobs;
const table = Object.entries(await loadJobs()).map(
  ([name, job]) =>
    [name, { ...job, work: async (...args) => (await loadJobs())[name]?.work(...args) }] as const satisfies [
      string,
      JobTable[string],
    ],
);
const { systemContext } = await load<typeof import("../src/app/context.server.ts")>("/src/app/context.server.ts");
void services.runner.start(Object.fromEntries(table), (job) => systemContext(services, { kind: "job", name: job }));
console.log(greeting(env, `http://${env.HOST}:${env.PORT}`));

let stopping = false;
for (const signal of ["SIGTERM", "SIGINT"] as const) {
  // Vite's own handler would end the process as soon as Vite is closed, while the database is still open.
  process.removeAllListeners(signal);
  process.on(signal, async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(0), 5_000).unref();
    server.close();
    server.closeAllConnections();
    await Promise.allSettled([
      vite.close(),
      portal?.then((opened) => opened.close()),
      services.runner.stop().then(() => services.close()),
      sandbox?.stop(),
    ]);
    process.exit(0);
  });
}
