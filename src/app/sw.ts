/**
 * The service worker caches what every page is built of and the pictures that were seen, all immutable, and has an
 * offline page. Pages, their data, /api and personal data are never cached, but for tickets that were opened, which are
 * needed at a door. A new version takes over at once.
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

const matchOfflinePage = async ({ pathname }: URL): Promise<Response | undefined> => {
  const [english, arabic] = offlinePages;
  return matchPrecache((/^\/ar(\/|$)/.test(pathname) ? arabic : english)?.url ?? "");
};

/** The newest of the network, without a connection the one seen last; one that is none any more is forgotten. */
const tickets = new NetworkFirst({
  cacheName: "tickets",
  networkTimeoutSeconds: 5,
  plugins: [
    new CacheableResponsePlugin({ statuses: [200] }),
    new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 200 * days, purgeOnQuotaError: true }),
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
