/**
 * The service worker of one run's door page, which is its scope. It caches the portal's HTML and its assets, so that
 * the page opens offline. The page itself stores the list of people in a database, which it erases at midnight.
 */
import { CacheableResponsePlugin } from "workbox-cacheable-response";
import { clientsClaim } from "workbox-core";
import { ExpirationPlugin } from "workbox-expiration";
import { registerRoute } from "workbox-routing";
import { CacheFirst, NetworkFirst } from "workbox-strategies";

declare const self: { skipWaiting(): Promise<void> };

void self.skipWaiting();
clientsClaim();

const daySeconds = 24 * 60 * 60;
const createCachePlugins = (maxEntries: number, maxAgeSeconds: number) => [
  new CacheableResponsePlugin({ statuses: [200] }),
  new ExpirationPlugin({ maxEntries, maxAgeSeconds, purgeOnQuotaError: true }),
];

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/staff\/runs\/\d+\/door$/.test(url.pathname),
  new NetworkFirst({ cacheName: "door", networkTimeoutSeconds: 5, plugins: createCachePlugins(20, daySeconds) }),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/staff/assets/"),
  new CacheFirst({ cacheName: "door-parts", plugins: createCachePlugins(200, 30 * daySeconds) }),
);
