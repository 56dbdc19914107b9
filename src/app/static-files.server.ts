import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono, MiddlewareHandler } from "hono";
import { validRanges } from "#platform/http/ranges.server.ts";
import { framedPolicy, workerPolicy } from "#platform/http/security.server.ts";

const day = 24 * 60 * 60;
/** Content-hashed files never change under their address. */
export const immutable = `public, max-age=${365 * day}, immutable`;

/** Not in serveStatic's onFound: that is called after the response is made, and what it sets is lost. */
const cached =
  (cacheControl: string): MiddlewareHandler =>
  async (request, next) => {
    await next();
    if (!request.res.ok || !request.res.headers.has("last-modified")) return;
    request.res.headers.set("cache-control", cacheControl);
  };
/** No `Last-Modified`, so that no client revalidates what never changes. */
const undated: MiddlewareHandler = async (request, next) => {
  await next();
  if (request.res.headers.get("cache-control") === immutable) request.res.headers.delete("last-modified");
};
const withPolicy =
  (policy: string): MiddlewareHandler =>
  async (request, next) => {
    await next();
    if (request.res.ok) request.res.headers.set("content-security-policy", policy);
  };
const captionType: MiddlewareHandler = async (request, next) => {
  await next();
  if (request.req.path.endsWith(".vtt") && request.res.ok)
    request.res.headers.set("content-type", "text/vtt; charset=utf-8");
};

const built = (cacheControl: string) =>
  [cached(cacheControl), validRanges, serveStatic({ root: "./build/client", precompressed: true })] as const;
const hashed = [undated, ...built(immutable)] as const;
const staffAssets = [undated, cached(immutable), serveStatic({ root: "./build", precompressed: true })] as const;
const demoMedia = serveStatic({
  root: "./db/demo/media",
  rewriteRequestPath: (path) => path.replace("/admin/images", ""),
});

export function mountStaticFiles(app: Hono): void {
  // Revalidated each time: a new version of the site brings a new worker.
  for (const worker of ["/sw.js", "/staff/door-worker.js"])
    app.get(worker, withPolicy(workerPolicy), ...built("no-cache"));
  app.get("/shell-bridge.js", ...built("no-cache"));
  app.get("/assets/*", ...hashed);
  app.get("/fonts/*", ...hashed);
  app.get("/art/*", ...hashed);
  // Dated although they never change: videos are requested in ranges.
  app.get("/media/films/*", captionType, ...built(immutable));
  app.get("/media/fellowship/*", withPolicy(framedPolicy), ...built("public, max-age=3600"));
  app.get("/media/*", ...built(`public, max-age=${day}`));
  app.get("/icons/*", ...hashed);
  app.get("/swagger-ui/*", ...built(`public, max-age=${day}`));
  app.get("/favicon.svg", ...built(`public, max-age=${day}`));
  app.get("/favicon.ico", ...built(`public, max-age=${day}`));
  app.get("/staff/assets/*", ...staffAssets);
  app.get("/admin/images/*", undated, cached(immutable), validRanges, demoMedia);
}
