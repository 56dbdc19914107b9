/**
 * The service worker caches an offline page and immutable files: the assets of pages, and pictures that were shown. It
 * never caches pages, their data, /api or personal data, except tickets that were opened, which are needed at the door.
 * A new version takes over at once.
 */
import { CacheableResponsePlugin } from "workbox-cacheable-response";
import { clientsClaim } from "workbox-core";
import { ExpirationPlugin } from "workbox-expiration";
import { cleanupOutdatedCaches, matchPrecache, precache } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { CacheFirst, NetworkFirst } from "workbox-strategies";

/** Injected by scripts/workers.ts: the two offline pages, English first, each with its digest. */
declare const offlinePages: { url: string; revision: string }[];
declare const self: { skipWaiting(): Promise<void>; location: Location };

void self.skipWaiting();
clientsClaim();
cleanupOutdatedCaches();
precache(offlinePages);

const daySeconds = 24 * 60 * 60;
/** Caches immutable files. */
const cacheFirst = (cacheName: string, maxEntries: number) =>
  new CacheFirst({
    cacheName,
    plugins: [
      new CacheableResponsePlugin({ statuses: [200] }),
      new ExpirationPlugin({ maxEntries, maxAgeSeconds: 60 * daySeconds, purgeOnQuotaError: true }),
    ],
  });

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/(assets|fonts)\//.test(url.pathname),
  cacheFirst("shell", 150),
);
registerRoute(
  ({ url, sameOrigin, request }) =>
    sameOrigin && request.destination === "image" && /^\/(admin\/images|art|icons|media\/u)\//.test(url.pathname),
  cacheFirst("pictures", 200),
);

const matchOfflinePage = async ({ pathname }: URL): Promise<Response | undefined> => {
  const [english, arabic] = offlinePages;
  return matchPrecache((/^\/ar(\/|$)/.test(pathname) ? arabic : english)?.url ?? "");
};

/** Fetches a ticket, or without a connection shows its cached copy. A 404 removes the copy from the cache. */
const tickets = new NetworkFirst({
  cacheName: "tickets",
  networkTimeoutSeconds: 5,
  plugins: [
    new CacheableResponsePlugin({ statuses: [200] }),
    new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 200 * daySeconds, purgeOnQuotaError: true }),
    {
      fetchDidSucceed: async ({ request, response }) => {
        if (response.status === 404) await (await caches.open("tickets")).delete(request.url);
        return response;
      },
      handlerDidError: ({ request }) => matchOfflinePage(new URL(request.url)),
    },
  ],
});
registerRoute(({ url, sameOrigin }) => sameOrigin && /^(\/ar)?\/ticket\/[\w-]+$/.test(url.pathname), tickets);

registerRoute(
  ({ request, url }) => request.mode === "navigate" && !/^\/(api|staff|__dev)\//.test(url.pathname),
  async ({ request, url }) => {
    try {
      return await fetch(request);
    } catch (error) {
      const page = await matchOfflinePage(url);
      if (!page) throw error;
      return page;
    }
  },
);
