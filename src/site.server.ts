/** The site as one Hono app: what answers which address, in order. */
import { createHash, randomUUID } from "node:crypto";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type Context, type MiddlewareHandler } from "hono";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { hashesHeader } from "./entry.server.tsx";
import { api } from "./api.ts";
import { apiContext, systemContext } from "./context.server.ts";
import { arabicBuild } from "./language-build.server.ts";
import type { Services } from "./services.server.ts";
import { apiDocsPage } from "./site/api-docs.server.ts";
import { oneClickUnsubscribe } from "#features/enquiries/one-click.server.ts";
import { demoOutbox } from "#platform/mail/outbox-page.server.ts";
import { localeOf, locales } from "#i18n/locale.ts";
import { inLocale } from "#i18n/locale.server.ts";
import { mountApi } from "#platform/http/api.server.ts";
import { healthRoutes } from "#platform/http/health.server.ts";
import { openApiDocument } from "#platform/http/openapi.server.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { commonHeaders, contentSecurityPolicy, framedPolicy, inertPolicy, workerPolicy } from "#platform/http/security.server.ts";
import { errorForLog, pathForLog } from "#platform/log.server.ts";
import { headScript } from "./site/head-script.ts";
import { foundRoutes } from "./site/found/routes.server.ts";
import { offlinePage, offlinePath } from "./site/offline-page.server.ts";
import { plainErrorPage } from "./site/plain-error.server.ts";

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
  const files = (cacheControl: string) => [keepFor(cacheControl), serveStatic({ root: "./build/client", precompressed: true })] as const;
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
  app.get("/admin/images/*", undated, keepFor(year), serveStatic({ root: "./db/demo/media", rewriteRequestPath: (path) => path.replace("/admin/images", "") }));

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
    routes: Object.values(build.routes).flatMap((route) => (route && route.id !== "root" ? [route.path ?? ""] : [])),
    origin: env.BASE_URL,
  });
  oneClickUnsubscribe(app, (request) => apiContext(services, request));

  const mode = development ? "development" : "production";
  const handleEnglish = createRequestHandler(build, mode);
  const handle = { en: handleEnglish, ar: development ? handleEnglish : createRequestHandler(arabicBuild(build), mode) };
  const paymentsOrigin = new URL(env.PAYMENTS_API_URL).origin;
  // On every page, because a visitor comes to the map by a link that loads no new document, and keeps the policy of the first.
  const tilesOrigin = env.MAP_TILES_URL && new URL(env.MAP_TILES_URL).origin;

  async function page(request: Context): Promise<Response> {
    const url = new URL(request.req.url);
    const locale = localeOf(url.pathname);
    const generation = pages.generation;
    const provider = new RouterContextProvider();
    provider.set(requestContext, { ...systemContext(services, request.get("requestId")), locale });
    const rendered = await inLocale(locale, () => handle[locale](request.req.raw, provider));
    const hashes = rendered.headers.get(hashesHeader);
    if (hashes === null) {
      // Data of a client navigation, redirects: no page that anybody should find.
      rendered.headers.set("x-robots-tag", "noindex");
      return rendered;
    }
    const body = await rendered.text();
    const answer: Record<string, string> = Object.fromEntries(rendered.headers);
    delete answer[hashesHeader];
    answer["content-security-policy"] = contentSecurityPolicy({ paymentsOrigin, tilesOrigin, development }, [headScriptHash, ...hashes.split(" ").filter(Boolean)]);
    answer["cache-control"] = "no-cache";
    for (const [name, value] of headers) answer[name] = value;
    if (rendered.status !== 200) answer["x-robots-tag"] = "noindex";
    const cacheable = rendered.status === 200 && request.req.method === "GET" && !answer["set-cookie"] && !request.req.header("authorization") && !development;
    // Who comes first gets the page as small as everybody after.
    const kept = cacheable ? await pages.keep(url.pathname + url.search, body, answer, generation, request.req.header("accept-encoding")) : null;
    if (kept) {
      const { etag: _etag, ...headers } = kept.headers;
      return new Response(new Uint8Array(kept.body), { headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])) });
    }
    return new Response(body, { status: rendered.status, headers: answer });
  }

  app.all("*", async (request) => {
    if (request.req.method !== "GET" && request.req.method !== "HEAD") return request.text("Method Not Allowed", 405, { allow: "GET, HEAD" });
    try {
      return await page(request);
    } catch (error) {
      log.error({ request_id: request.get("requestId"), path: pathForLog(request.req.path), ...errorForLog(error) }, "page failed");
      return plainErrorPage(localeOf(request.req.path), request.get("requestId"));
    }
  });
  return app;
}
