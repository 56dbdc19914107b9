/** Pages: one address each, rendered once for everyone, answered from the page cache with headers and policy. */
import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { createRequestHandler, RouterContextProvider, type ServerBuild } from "react-router";
import { systemContext } from "./context.server.ts";
import { scriptHashes } from "./page-html.server.tsx";
import type { Services } from "./services.server.ts";
import { localeOf } from "#i18n/locale.ts";
import { inLocale } from "#i18n/locale.server.ts";
import type { RenderedPage } from "#platform/http/page-cache.server.ts";
import { commonHeaders, contentSecurityPolicy } from "#platform/http/security.server.ts";
import { errorForLog, pathForLog } from "#platform/log.server.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { QueueFull } from "#platform/bounded-limit.ts";
import { pageAddress, pathSpelling, plainPages } from "#site/page-address.ts";
import { busyPage, standaloneErrorPage } from "#site/standalone-error.server.ts";

/** The handler of every page address; `patterns` are the paths of `build`'s routes. */
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
    // On every page, because a visitor comes to the map by a link that loads no new document, and keeps the policy of the first.
    tilesOrigin: env.MAP_TILES_URL && new URL(env.MAP_TILES_URL).origin,
    development,
  };
  const isPlain = plainPages(patterns);
  const spelling = pathSpelling(patterns);

  /**
   * Renders the page at an address of this site (path and known query keys) for everyone: nothing else of a request
   * reaches it.
   */
  async function render(address: string, requestId: string): Promise<RenderedPage> {
    const locale = localeOf(address);
    const provider = new RouterContextProvider();
    provider.set(requestContext, { ...systemContext(services, requestId), locale });
    const response = await inLocale(locale, () => handle(new Request(env.BASE_URL + address), provider));
    const { status } = response;
    const hashes = provider.get(scriptHashes);
    const headers: Record<string, string> = { ...Object.fromEntries(response.headers), ...common };
    // Only pages are to be found by search engines: no data of client navigations, no redirects, nothing missing.
    if (hashes === null || status !== 200) headers["x-robots-tag"] = "noindex";
    if (hashes !== null) {
      headers["content-security-policy"] = contentSecurityPolicy(sources, hashes);
      headers["cache-control"] = "no-cache";
    }
    const isCacheable = hashes !== null && !headers["set-cookie"] && !development;
    return { status, headers, body: Buffer.from(await response.arrayBuffer()), isCacheable };
  }

  /** `render`, with the plain error page for one that fails: requests that joined the render get the same page and reference. */
  async function renderOrFail(address: string): Promise<RenderedPage> {
    const requestId = randomUUID();
    try {
      return await render(address, requestId);
    } catch (error) {
      log.error({ request_id: requestId, path: pathForLog(address), ...errorForLog(error) }, "page failed");
      const page = standaloneErrorPage(localeOf(address), requestId);
      return {
        status: page.status,
        headers: Object.fromEntries(page.headers),
        body: await page.text(),
        isCacheable: false,
      };
    }
  }

  return async (request) => {
    const { method } = request.req;
    if (method !== "GET" && method !== "HEAD") return request.text("Method Not Allowed", 405, { allow: "GET, HEAD" });
    const { pathname, search } = new URL(request.req.url);
    const path = spelling(pathname);
    if (path !== pathname)
      return new Response(null, { status: 301, headers: { location: path + search, "x-robots-tag": "noindex" } });
    const address = pageAddress(path, search.slice(1));
    try {
      const { status, headers, body } = await pages.answer(address, () => renderOrFail(address), {
        accepted: request.req.header("accept-encoding"),
        isPlain: isPlain(address),
      });
      const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
      return new Response(method === "HEAD" || body.length === 0 ? null : new Uint8Array(body), {
        status,
        headers: sent,
      });
    } catch (error) {
      if (error instanceof QueueFull) return busyPage(localeOf(path));
      throw error;
    }
  };
}
