/**
 * The built site with two witnesses: what React was last given to render, and what `pg` was last asked. The references take both from
 * here, so that they render the very tree and run the very query of the site, whatever those look like by then.
 *
 * GET /__bench/query answers the last list query; GET /__bench/bare makes this process drop the site and serve, on the same port, the
 * home page rendered by `react-dom/server` alone.
 */
import { createRequire } from "node:module";
import pg from "pg";
import { importBuild } from "../lib/built.ts";
import { bareServer, piecesOf, type RenderToPipeableStream, type Rendered } from "./bare-react.ts";
import { leaveWithParent } from "./leave.ts";

leaveWithParent();
let rendered: Rendered | undefined;
let asked: { text: string; values: unknown[] } | undefined;

// Both packages stay outside of the bundle, so changing their exports before the bundle is loaded is enough.
const require = createRequire(import.meta.url);
const reactServer = require("react-dom/server") as { renderToPipeableStream: RenderToPipeableStream };
const render = reactServer.renderToPipeableStream;
reactServer.renderToPipeableStream = (element, options) => {
  const { context } = element.props;
  if (!context.serverHandoffStream) return render(element, options);
  // The data of the page is a stream that can be read once: one branch for the site, one to be replayed.
  const [first, second] = context.serverHandoffStream.tee();
  context.serverHandoffStream = first;
  rendered = { element, handoff: piecesOf(second) };
  return render(element, options);
};

const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [text, values] = args;
  if (typeof text === "string" && Array.isArray(values) && text.includes("course_run")) asked = { text, values };
  return query.apply(this, args);
} as typeof pg.Client.prototype.query;

const { startSite, parseEnv } = await importBuild();
const site = await startSite(parseEnv(process.env));
const listeners = site.server.listeners("request") as ((request: unknown, response: unknown) => void)[];
site.server.removeAllListeners("request");
site.server.on("request", (request, response) => {
  if (request.url === "/__bench/query") return response.end(JSON.stringify(asked ?? null));
  if (request.url !== "/__bench/bare") return listeners.forEach((listener) => listener(request, response));
  const last = rendered;
  if (!last) return response.writeHead(500).end("React was not seen rendering");
  void (async () => {
    const bare = bareServer(render, last.element, await last.handoff);
    site.server.removeAllListeners("request");
    site.server.on("request", bare);
    await site.services.close();
    response.end("bare from now on");
  })();
});
process.once("SIGTERM", () => process.exit(0));
console.log(site.url);
