/**
 * The service worker of one door: its scope is that page. It keeps the page, which is the portal's empty one, and what
 * the portal is built of; the list of people is in the page's own database, which it wipes at midnight.
 */
import { CacheableResponsePlugin } from "workbox-cacheable-response";
import { clientsClaim } from "workbox-core";
import { ExpirationPlugin } from "workbox-expiration";
import { registerRoute } from "workbox-routing";
import { CacheFirst, NetworkFirst } from "workbox-strategies";

declare const self: { skipWaiting(): Promise<void> };

void self.skipWaiting();
clientsClaim();

const day = 24 * 60 * 60;
const createCachePlugins = (maxEntries: number, maxAgeSeconds: number) => [
  new CacheableResponsePlugin({ statuses: [200] }),
  new ExpirationPlugin({ maxEntries, maxAgeSeconds, purgeOnQuotaError: true }),
];

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/staff\/runs\/\d+\/door$/.test(url.pathname),
  new NetworkFirst({ cacheName: "door", networkTimeoutSeconds: 5, plugins: createCachePlugins(20, day) }),
);
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/staff/assets/"),
  new CacheFirst({ cacheName: "door-parts", plugins: createCachePlugins(200, 30 * day) }),
);
