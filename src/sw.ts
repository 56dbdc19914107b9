/**
 * The service worker: keeps what every page is built of and the pictures that were seen, and has a page for when there
 * is no network. What it keeps never changes under its address. Pages, their data, /api and everything of a person are
 * never kept, nor answered from here, and a new version of it takes over at once: no one sees yesterday's site because
 * of it.
 */
import { CacheableResponsePlugin } from "workbox-cacheable-response";
import { clientsClaim } from "workbox-core";
import { ExpirationPlugin } from "workbox-expiration";
import { cleanupOutdatedCaches, matchPrecache, precache } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { CacheFirst } from "workbox-strategies";

/** Put in by scripts/workers.ts: the two offline pages, English first, each with the digest of its text. */
declare const offlinePages: { url: string; revision: string }[];
declare const self: { skipWaiting(): Promise<void>; location: Location };

void self.skipWaiting();
clientsClaim();
cleanupOutdatedCaches();
precache(offlinePages);

const days = 24 * 60 * 60;
/** A strategy for addresses whose content never changes. */
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
    sameOrigin && request.destination === "image" && /^\/(admin\/images|art|icons)\//.test(url.pathname),
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
