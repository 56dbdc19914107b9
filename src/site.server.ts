/** The site as one Hono app: what answers which address, in order. */
import { createHash, randomUUID } from "node:crypto";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type Context, type MiddlewareHandler } from "hono";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { hashesHeader } from "./entry.server.tsx";
import { api } from "./api.ts";
import { apiContext, systemContext } from "./context.server.ts";
import type { Services } from "./services.server.ts";
import { apiDocsPage } from "./site/api-docs.server.ts";
import { oneClickUnsubscribe } from "#features/enquiries/one-click.server.ts";
import { demoOutbox } from "#platform/mail/outbox-page.server.ts";
import { localeOf, locales } from "#i18n/locale.ts";
import { inLocale } from "#i18n/locale.server.ts";
import { mountApi } from "#platform/http/api.server.ts";
import { healthRoutes } from "#platform/http/health.server.ts";
import { openApiDocument } from "#platform/http/openapi.server.ts";
import type { Made } from "#platform/http/page-cache.server.ts";
import { validRanges } from "#platform/http/ranges.server.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { commonHeaders, contentSecurityPolicy, framedPolicy, inertPolicy, workerPolicy } from "#platform/http/security.server.ts";
import { errorForLog, pathForLog } from "#platform/log.server.ts";
import { QueueFull } from "#platform/turns.ts";
import { headScript } from "./site/head-script.ts";
import { foundRoutes } from "./site/found/routes.server.ts";
import { offlinePage, offlinePath } from "./site/offline-page.server.ts";
import { pageAddress, pathSpelling, plainPages } from "./site/page-address.ts";
import { busyPage, plainErrorPage } from "./site/plain-error.server.ts";

declare module "hono" {
  interface ContextVariableMap {
    requestId: string;
    log: Services["log"];
  }
}

const headScriptHash = createHash("sha256").update(headScript).digest("base64");
const year = "public, max-age=31536000, immutable";

export function createSite(services: Services, build: ServerBuild): Hono {
  const { env, log, pages } = services;
  const development = import.meta.env.DEV;
  const app = new Hono();
  const headers = Object.entries(commonHeaders(env.BASE_URL.startsWith("https:")));
  const patterns = Object.values(build.routes).flatMap((route) => (route && route.id !== "root" ? [route.path ?? ""] : []));

  app.use(async (request, next) => {
    request.set("requestId", randomUUID());
    request.set("log", log);
    await next();
    for (const [name, value] of headers) request.res.headers.set(name, value);
    // What a document may use says nothing of a picture or a face, and a page has two dozen of these.
    if (request.res.headers.get("cache-control") === year) request.res.headers.delete("permissions-policy");
    const policy = request.res.headers.get("content-security-policy");
    if (policy === null) request.res.headers.set("content-security-policy", inertPolicy);
    if (policy === framedPolicy) request.res.headers.set("x-frame-options", "SAMEORIGIN");
  });

  // Not in onFound: serveStatic calls it when its answer is made already, and what it sets is lost.
  const keepFor = (cacheControl: string): MiddlewareHandler => async (request, next) => {
    await next();
    if (request.res.ok && request.res.headers.has("last-modified")) request.res.headers.set("cache-control", cacheControl);
  };
  /** A name that changes with what it holds is never asked for again, so nothing is said to ask by; films are asked for in parts. */
  const undated: MiddlewareHandler = async (request, next) => {
    await next();
    if (request.res.headers.get("cache-control") === year) request.res.headers.delete("last-modified");
  };
  const captionType: MiddlewareHandler = async (request, next) => {
    await next();
    if (request.req.path.endsWith(".vtt") && request.res.ok) request.res.headers.set("content-type", "text/vtt; charset=utf-8");
  };
  const mayBeFramed: MiddlewareHandler = async (request, next) => {
    await next();
    if (request.res.ok) request.res.headers.set("content-security-policy", framedPolicy);
  };
  const files = (cacheControl: string) => [keepFor(cacheControl), validRanges, serveStatic({ root: "./build/client", precompressed: true })] as const;
  const named = [undated, ...files(year)] as const;
  const workerHeaders: MiddlewareHandler = async (request, next) => {
    await next();
    if (request.res.ok) request.res.headers.set("content-security-policy", workerPolicy);
  };
  // Asked for anew each time: a new version of the site brings a new worker.
  app.get("/sw.js", workerHeaders, ...files("no-cache"));
  app.get("/shell-bridge.js", ...files("no-cache"));
  for (const locale of locales) app.get(offlinePath(locale), () => offlinePage(locale));
  app.get("/assets/*", ...named);
  app.get("/fonts/*", ...named);
  app.get("/art/*", ...named);
  app.get("/media/films/*", captionType, ...files(year));
  app.get("/media/fellowship/*", mayBeFramed, ...files("public, max-age=3600"));
  app.get("/media/*", ...files("public, max-age=86400"));
  app.get("/icons/*", ...named);
  app.get("/favicon.svg", ...files("public, max-age=86400"));
  app.get("/favicon.ico", ...files("public, max-age=86400"));
  app.get("/admin/images/*", undated, keepFor(year), validRanges, serveStatic({ root: "./db/demo/media", rewriteRequestPath: (path) => path.replace("/admin/images", "") }));

  healthRoutes(app, services);
  let made: Promise<object> | undefined;
  const description = () => (made ??= openApiDocument(api, env.BASE_URL));
  app.get("/api/openapi.json", async (request) => request.json(await description(), 200, { "cache-control": "public, max-age=300" }));
  app.get("/api/docs", async () => apiDocsPage(await description()));
  if (env.DEMO) app.get("/__dev/outbox", (request) => demoOutbox(request, systemContext(services)));
  mountApi(app, api, (request) => apiContext(services, request));
  foundRoutes(app, {
    pages,
    contextOf: (request, locale) => ({ ...systemContext(services, request.get("requestId")), locale }),
    routes: patterns,
    origin: env.BASE_URL,
  });
  oneClickUnsubscribe(app, (request) => apiContext(services, request));

  const mode = development ? "development" : "production";
  const handle = createRequestHandler(build, mode);
  const paymentsOrigin = new URL(env.PAYMENTS_API_URL).origin;
  // On every page, because a visitor comes to the map by a link that loads no new document, and keeps the policy of the first.
  const tilesOrigin = env.MAP_TILES_URL && new URL(env.MAP_TILES_URL).origin;

  const isPlain = plainPages(patterns);
  const spelling = pathSpelling(patterns);

  /** Renders the page at an address of this site (path and known query keys) for everybody: nothing else of a request reaches it. */
  async function render(address: string, requestId: string): Promise<Made> {
    const locale = localeOf(address);
    const provider = new RouterContextProvider();
    provider.set(requestContext, { ...systemContext(services, requestId), locale });
    const rendered = await inLocale(locale, () => handle(new Request(env.BASE_URL + address), provider));
    const hashes = rendered.headers.get(hashesHeader);
    const body = Buffer.from(await rendered.arrayBuffer());
    const answer: Record<string, string> = Object.fromEntries(rendered.headers);
    for (const [name, value] of headers) answer[name] = value;
    // Data of a client navigation, redirects: no page that anybody should find.
    if (hashes === null) return { status: rendered.status, headers: { ...answer, "x-robots-tag": "noindex" }, body, isKept: false };
    delete answer[hashesHeader];
    answer["content-security-policy"] = contentSecurityPolicy({ paymentsOrigin, tilesOrigin, development }, [headScriptHash, ...hashes.split(" ").filter(Boolean)]);
    answer["cache-control"] = "no-cache";
    if (rendered.status !== 200) answer["x-robots-tag"] = "noindex";
    return { status: rendered.status, headers: answer, body, isKept: !answer["set-cookie"] && !development };
  }

  /** `render`, with the plain error page for one that fails: whoever waits for it gets the same page with the same reference. */
  async function renderOrFail(address: string): Promise<Made> {
    const requestId = randomUUID();
    try {
      return await render(address, requestId);
    } catch (error) {
      log.error({ request_id: requestId, path: pathForLog(address), ...errorForLog(error) }, "page failed");
      const page = plainErrorPage(localeOf(address), requestId);
      return { status: page.status, headers: Object.fromEntries(page.headers), body: await page.text(), isKept: false };
    }
  }

  async function page(request: Context): Promise<Response> {
    const { pathname, search } = new URL(request.req.url);
    const path = spelling(pathname);
    if (path !== pathname) return new Response(null, { status: 301, headers: { location: path + search, "x-robots-tag": "noindex" } });
    const address = pageAddress(path, search.slice(1));
    try {
      const { status, headers, body } = await pages.answer(address, () => renderOrFail(address), { accepted: request.req.header("accept-encoding"), isPlain: isPlain(address) });
      const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
      return new Response(request.req.method === "HEAD" || body.length === 0 ? null : new Uint8Array(body), { status, headers: sent });
    } catch (error) {
      if (error instanceof QueueFull) return busyPage(localeOf(path));
      throw error;
    }
  }

  app.all("*", async (request) => {
    if (request.req.method !== "GET" && request.req.method !== "HEAD") return request.text("Method Not Allowed", 405, { allow: "GET, HEAD" });
    return page(request);
  });
  return app;
}
