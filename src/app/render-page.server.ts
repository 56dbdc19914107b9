import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { withPreview } from "#features/content/editing/preview.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { clientAddress } from "#platform/http/client-address.server.ts";
import type { RenderedPage } from "#platform/http/page-cache.server.ts";
import {
  commonHeaders,
  contentSecurityPolicy,
  pagePermissions,
  secretHeaders,
} from "#platform/http/security.server.ts";
import { pathForLog, logFailure } from "#platform/log.server.ts";
import { isDatabaseUnavailable } from "#platform/db/sql-errors.server.ts";
import { traced, type SpanStart } from "#platform/tracing.server.ts";
import { inWork } from "#platform/work.server.ts";
import { pageFailure, requestContext } from "#platform/request-context.server.ts";
import { QueueFull } from "#platform/bounded-limit.ts";
import { localeFromPath } from "#i18n/locale.ts";
import { inLocale } from "#i18n/locale.server.ts";
import { isPrivatePage, pageAddress, pathSpelling, createFixedAddressTest, getPreviewKey } from "#site/page-address.ts";
import { previewEndedPage } from "#site/bilingual-page.server.ts";
import { busyPage, databaseAwayPage, retryAfter, standaloneErrorPage } from "#site/standalone-error.server.ts";
import { systemContext, visitor } from "./context.server.ts";
import { scriptHashes } from "./page-html.server.tsx";
import type { Services } from "./services.server.ts";

/** Caches must not store a preview, and search engines must not list it. */
const previewHeaders = {
  "cache-control": "no-store",
  "x-robots-tag": "noindex, nofollow, noarchive",
};

/** Converts a response to a page that is not cached. */
const toUncachedPage = async (page: Response): Promise<RenderedPage> => ({
  status: page.status,
  headers: Object.fromEntries(page.headers),
  body: await page.text(),
  isCacheable: false,
});

/** Creates the handler of all page addresses. `patterns` are the paths of `build`'s routes. */
export function pageHandler(
  services: Services,
  build: ServerBuild,
  patterns: string[],
): (request: Context) => Promise<Response> {
  const { env, log, pages } = services;
  const development = import.meta.env.DEV;
  const handle = createRequestHandler(build, development ? "development" : "production");
  const common = commonHeaders(env.BASE_URL.startsWith("https:"));
  const sources = {
    paymentsOrigin: new URL(env.PAYMENTS_API_URL).origin,
    // On every page, because a client navigation to the map keeps the policy of the first page.
    tilesOrigin: env.MAP_TILES_URL && new URL(env.MAP_TILES_URL).origin,
    development,
  };
  const isFixedAddress = createFixedAddressTest(patterns);
  const toCanonicalPath = pathSpelling(patterns);

  /**
   * Renders the page at an address of this site (path and known query keys). It is the same for everyone, because
   * no other part of a request reaches it.
   */
  async function render(address: string, ctx: Ctx): Promise<RenderedPage> {
    const provider = new RouterContextProvider();
    provider.set(requestContext, ctx);
    const response = await inLocale(ctx.locale, () => handle(new Request(env.BASE_URL + address), provider));
    const { status } = response;
    const hashes = provider.get(scriptHashes);
    const headers: Record<string, string> = { ...Object.fromEntries(response.headers), ...common };
    // Search engines index pages only: no data of client navigations, no redirects, no errors.
    if (hashes === null || status !== 200) headers["x-robots-tag"] = "noindex";
    if (isDatabaseUnavailable(provider.get(pageFailure))) {
      if (hashes !== null) return toUncachedPage(await databaseAwayPage(ctx.locale));
      // For the data of a client navigation, the router shows its error page. The status is for proxies.
      return {
        status: 503,
        headers: { ...headers, ...retryAfter },
        body: Buffer.from(await response.arrayBuffer()),
        isCacheable: false,
      };
    }
    if (hashes !== null) {
      headers["content-security-policy"] = contentSecurityPolicy(sources, hashes);
      Object.assign(headers, pagePermissions);
    }
    if (hashes !== null || status === 200) headers["cache-control"] = "no-cache";
    const isCacheable = !headers["set-cookie"] && !development;
    return { status, headers, body: Buffer.from(await response.arrayBuffer()), isCacheable };
  }

  /**
   * Renders the page at an address as everyone sees it, or as a draft when the address has the key of a preview.
   * Previews and private pages are never cached. Rate limits of private pages count by `networkAddress`.
   */
  async function renderOrPreview(address: string, requestId: string, networkAddress: string): Promise<RenderedPage> {
    const ctx = { ...systemContext(services, visitor, requestId), locale: localeFromPath(address) };
    if (isPrivatePage(address)) {
      const page = await render(address, { ...ctx, address: networkAddress });
      return { ...page, headers: { ...page.headers, ...secretHeaders }, isCacheable: false };
    }
    const key = getPreviewKey(address);
    if (key === null) return render(address, ctx);
    const page = await withPreview(ctx, key, (ctx) => render(address, ctx));
    if (page) return { ...page, headers: { ...page.headers, ...previewHeaders }, isCacheable: false };
    return toUncachedPage(previewEndedPage(ctx.locale));
  }

  /**
   * Like `renderOrPreview`, but renders the plain error page after a failure. All requests that share the render get the
   * same reference.
   */
  async function renderPageOrError(address: string, networkAddress: string): Promise<RenderedPage> {
    const requestId = randomUUID();
    const span: SpanStart = { name: "render page", kind: "internal", attributes: { "url.path": pathForLog(address) } };
    try {
      return await inWork({ requestId, log }, () =>
        traced(
          () => span,
          () => renderOrPreview(address, requestId, networkAddress),
        ),
      );
    } catch (error) {
      logFailure(log, "error", error, { request_id: requestId, path: pathForLog(address), text: "page failed" });
      if (isDatabaseUnavailable(error)) return toUncachedPage(await databaseAwayPage(localeFromPath(address)));
      return toUncachedPage(standaloneErrorPage(localeFromPath(address), requestId));
    }
  }

  return async (request) => {
    const { method } = request.req;
    if (method !== "GET" && method !== "HEAD") return request.text("Method Not Allowed", 405, { allow: "GET, HEAD" });
    const { pathname, search } = new URL(request.req.url);
    const path = toCanonicalPath(pathname);
    if (path !== pathname)
      return new Response(null, { status: 301, headers: { location: path + search, "x-robots-tag": "noindex" } });
    const address = pageAddress(path, search.slice(1));
    try {
      const { status, headers, body } = await pages.answer(
        address,
        () => renderPageOrError(address, clientAddress(request, env.TRUSTED_PROXIES)),
        {
          accepted: request.req.header("accept-encoding"),
          hasFixedAddress: isFixedAddress(address),
        },
      );
      const responseHeaders = Object.entries(headers).map(([name, value]): [string, string] => [
        name,
        // The redirect of a moved page keeps the whole query, not only the keys that pages read.
        name === "location" && status === 301 ? String(value).split("?")[0] + search : String(value),
      ]);
      return new Response(method === "HEAD" || body.length === 0 ? null : new Uint8Array(body), {
        status,
        headers: responseHeaders,
      });
    } catch (error) {
      if (error instanceof QueueFull) return busyPage(localeFromPath(path));
      throw error;
    }
  };
}
