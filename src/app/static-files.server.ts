import { serveStatic } from "@hono/node-server/serve-static";
import type { Hono, MiddlewareHandler } from "hono";
import { dropInvalidRange } from "#platform/http/ranges.server.ts";
import { framedPolicy, workerPolicy } from "#platform/http/security.server.ts";

const day = 24 * 60 * 60;
/** Content-hashed files never change under their address. */
export const immutable = `public, max-age=${365 * day}, immutable`;

/** Does not use serveStatic's onFound: it runs after the response is created, and headers that it sets are lost. */
const withCacheControl =
  (cacheControl: string): MiddlewareHandler =>
  async (request, next) => {
    await next();
    if (!request.res.ok || !request.res.headers.has("last-modified")) return;
    request.res.headers.set("cache-control", cacheControl);
  };
/** Removes `Last-Modified`, so that clients do not revalidate files that never change. */
const withoutLastModified: MiddlewareHandler = async (request, next) => {
  await next();
  if (request.res.headers.get("cache-control") === immutable) request.res.headers.delete("last-modified");
};
const withPolicy =
  (policy: string): MiddlewareHandler =>
  async (request, next) => {
    await next();
    if (request.res.ok) request.res.headers.set("content-security-policy", policy);
  };
const withCaptionType: MiddlewareHandler = async (request, next) => {
  await next();
  if (request.req.path.endsWith(".vtt") && request.res.ok)
    request.res.headers.set("content-type", "text/vtt; charset=utf-8");
};

const buildFiles = (cacheControl: string) =>
  [
    withCacheControl(cacheControl),
    dropInvalidRange,
    serveStatic({ root: "./build/client", precompressed: true }),
  ] as const;
const hashedFiles = [withoutLastModified, ...buildFiles(immutable)] as const;
const staffAssets = [
  withoutLastModified,
  withCacheControl(immutable),
  serveStatic({ root: "./build", precompressed: true }),
] as const;
const demoMedia = serveStatic({
  root: "./db/demo/media",
  rewriteRequestPath: (path) => path.replace("/admin/images", ""),
});

export function mountStaticFiles(app: Hono): void {
  // Revalidated each time, because a new version of the site has a new worker.
  for (const workerPath of ["/sw.js", "/staff/door-worker.js"])
    app.get(workerPath, withPolicy(workerPolicy), ...buildFiles("no-cache"));
  app.get("/shell-bridge.js", ...buildFiles("no-cache"));
  app.get("/assets/*", ...hashedFiles);
  app.get("/fonts/*", ...hashedFiles);
  app.get("/art/*", ...hashedFiles);
  // These keep `Last-Modified` although they never change, because browsers request videos in ranges.
  app.get("/media/films/*", withCaptionType, ...buildFiles(immutable));
  app.get("/media/fellowship/*", withPolicy(framedPolicy), ...buildFiles("public, max-age=3600"));
  app.get("/media/*", ...buildFiles(`public, max-age=${day}`));
  app.get("/icons/*", ...hashedFiles);
  app.get("/swagger-ui/*", ...buildFiles(`public, max-age=${day}`));
  app.get("/favicon.svg", ...buildFiles(`public, max-age=${day}`));
  app.get("/favicon.ico", ...buildFiles(`public, max-age=${day}`));
  app.get("/staff/assets/*", ...staffAssets);
  app.get("/admin/images/*", withoutLastModified, withCacheControl(immutable), dropInvalidRange, demoMedia);
}
