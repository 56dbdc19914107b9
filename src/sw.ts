/**
 * The service worker caches what every page is built of and the pictures that were seen, all immutable, and has an
 * offline page. Pages, their data, /api and personal data are never cached, and a new version takes over at once.
 */
import { CacheableResponsePlugin } from "workbox-cacheable-response";
import { clientsClaim } from "workbox-core";
import { ExpirationPlugin } from "workbox-expiration";
import { cleanupOutdatedCaches, matchPrecache, precache } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";

/** Injected by scripts/workers.ts: the two offline pages, English first, each with its digest. */
declare const offlinePages: { url: string; revision: string }[];
declare const self: { skipWaiting(): Promise<void>; location: Location };

void self.skipWaiting();
clientsClaim();
cleanupOutdatedCaches();
precache(offlinePages);

const days = 24 * 60 * 60;
/** For immutable files. */
const keep = (cacheName: string, maxEntries: number) =>
  new CacheFirst({
    cacheName,
    plugins: [
      new CacheableResponsePlugin({ statuses: [200] }),
      new ExpirationPlugin({ maxEntries, maxAgeSeconds: 60 * days, purgeOnQuotaError: true }),
    ],
  });

registerRoute(({ url, sameOrigin }) => sameOrigin && /^\/(assets|fonts)\//.test(url.pathname), keep("shell", 150));
registerRoute(
  ({ url, sameOrigin, request }) =>
    sameOrigin && request.destination === "image" && /^\/(admin\/images|art|icons|media\/u)\//.test(url.pathname),
  keep("pictures", 200),
);

registerRoute(
  ({ request, url }) => request.mode === "navigate" && !/^\/(api|staff|__dev)\//.test(url.pathname),
  async ({ request, url }) => {
    try {
      return await fetch(request);
    } catch (error) {
      const [english, arabic] = offlinePages;
      const page = await matchPrecache((/^\/ar(\/|$)/.test(url.pathname) ? arabic : english)?.url ?? "");
      if (!page) throw error;
      return page;
    }
  },
);
