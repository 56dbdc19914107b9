/**
 * The built site with two witnesses: what React was last given to render, and what `pg` was last given. The references
 * take both from here, so that they render the very tree and run the very query of the site, whatever those look like
 * by then.
 *
 * GET /__bench/query answers the last list query; GET /__bench/bare makes this process drop the site and serve, on the
 * same port, the home page rendered by `react-dom/server` alone.
 */
import { registerHooks } from "node:module";
import pg from "pg";
import { builtServer, importBuild } from "../lib/built.ts";
import { bareServer, readPieces, type Rendered, type RenderToPipeableStream } from "./bare-react.ts";

declare global {
  var benchWitness: (render: RenderToPipeableStream) => RenderToPipeableStream;
}

let rendered: Rendered | undefined;
let lastQuery: pg.QueryConfig<unknown[]> | undefined;

globalThis.benchWitness = (render) => (element, options) => {
  const { context } = element.props;
  if (!context.serverHandoffStream) return render(element, options);
  // The data of the page is a stream that can be read once: one branch for the site, one to be replayed.
  const [first, second] = context.serverHandoffStream.tee();
  context.serverHandoffStream = first;
  rendered = { render, element, handoff: readPieces(second) };
  return render(element, options);
};

/** The one place where the site calls React; the bundler writes it in one of two ways. */
const call = /(?:\(0, ([\w$]+\.renderToPipeableStream)\)|(?<!function |[.\w$])(renderToPipeableStream))\(/g;
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.startsWith(builtServer) || !loaded.source) return loaded;
    const source = typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source);
    return { ...loaded, source: source.replaceAll(call, "globalThis.benchWitness($1$2)(") };
  },
});

const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [first, second] = args;
  // A text or an object, with its values inside or behind it, and a name when the statement is to be prepared once.
  const config: Partial<pg.QueryConfig<unknown[]>> =
    typeof first === "object" && first !== null ? first : { text: String(first) };
  const { name, text } = config;
  const values = config.values ?? (Array.isArray(second) ? second : undefined);
  // The list, not the count beside it.
  if (text?.includes("course_run") && / limit /i.test(text) && values)
    lastQuery = { text, values, ...(name ? { name } : {}) };
  return query.apply(this, args);
} as typeof pg.Client.prototype.query;

const { startSite, parseEnv } = await importBuild();
const site = await startSite(parseEnv(process.env));
const listeners = site.server.listeners("request") as ((request: unknown, response: unknown) => void)[];
site.server.removeAllListeners("request");
site.server.on("request", (request, response) => {
  if (request.url === "/__bench/query") return response.end(JSON.stringify(lastQuery ?? null));
  if (request.url !== "/__bench/bare") return listeners.forEach((listener) => listener(request, response));
  const last = rendered;
  if (!last) return response.writeHead(500).end("React was not seen rendering");
  void (async () => {
    const bare = bareServer(last.render, last.element, await last.handoff);
    site.server.removeAllListeners("request");
    site.server.on("request", bare);
    await site.services.close();
    response.end("bare from now on");
  })();
});
process.once("SIGTERM", () => process.exit(0));
console.log(site.url);
