/**
 * Runs the built site and records the tree that React last rendered and the list query that `pg` last ran.
 * The servers that the site is compared with (bare React, bare `pg`) use both, so that they always render the same tree
 * and run the same query as the present site.
 *
 * GET /__bench/query answers with the last list query. GET /__bench/bare stops the site and makes this process serve
 * the last page on the same port through `react-dom/server` alone.
 */
import { registerHooks } from "node:module";
import pg from "pg";
import { builtServer, importBuild } from "../lib/built.ts";
import { createBareListener, readChunks, type Rendered, type RenderToPipeableStream } from "./bare-react.ts";

declare global {
  var benchWitness: (render: RenderToPipeableStream) => RenderToPipeableStream;
}

let rendered: Rendered | undefined;
let lastQuery: pg.QueryConfig<unknown[]> | undefined;

globalThis.benchWitness = (render) => (element, options) => {
  const { context } = element.props;
  if (!context.serverHandoffStream) return render(element, options);
  // The page's data is a stream that can be read once. One branch is for the site, the other is recorded.
  const [siteBranch, recordedBranch] = context.serverHandoffStream.tee();
  context.serverHandoffStream = siteBranch;
  rendered = { render, element, handoff: readChunks(recordedBranch) };
  return render(element, options);
};

/** Finds the one place where the site calls React. The bundler writes this call in one of two ways. */
const renderCall = /(?:\(0, ([\w$]+\.renderToPipeableStream)\)|(?<!function |[.\w$])(renderToPipeableStream))\(/g;
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.startsWith(builtServer) || !loaded.source) return loaded;
    const source = typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source);
    return { ...loaded, source: source.replaceAll(renderCall, "globalThis.benchWitness($1$2)(") };
  },
});

const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [statement, statementValues] = args;
  // The first argument is the SQL text or a config object. The values are in the object or in the second argument. A
  // name means that `pg` prepares the statement once.
  const config: Partial<pg.QueryConfig<unknown[]>> =
    typeof statement === "object" && statement !== null ? statement : { text: String(statement) };
  const { name, text } = config;
  const values = config.values ?? (Array.isArray(statementValues) ? statementValues : undefined);
  // Only the query for the list has a limit; the query that counts the courses has none.
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
  const lastPage = rendered;
  if (!lastPage) return response.writeHead(500).end("React has rendered no page yet: request a page first");
  void (async () => {
    const bare = createBareListener(lastPage.render, lastPage.element, await lastPage.handoff);
    site.server.removeAllListeners("request");
    site.server.on("request", bare);
    await site.services.close();
    response.end("bare from now on");
  })();
});
process.once("SIGTERM", () => process.exit(0));
console.log(site.url);
