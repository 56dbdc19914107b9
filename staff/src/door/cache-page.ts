const workerPath = "/staff/door-worker.js";
const hasDoorWorker = () => navigator.serviceWorker.controller?.scriptURL.endsWith(workerPath) === true;
const isAsset = (address: string) => address.startsWith(`${location.origin}/staff/assets/`);

/**
 * Lets the service worker of this door (src/app/door-worker.ts) cache the page, its assets and, once loaded, the ticket
 * reader, so that the page opens offline. Does nothing without service worker support.
 */
export async function cacheDoorPage(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(workerPath, { scope: location.pathname });
    // Until now, the site's own worker may have handled the requests of this page. They are made again below, so that
    // the door's worker can cache them.
    while (!hasDoorWorker())
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
      );
    const requestedUrls = new Set([location.href]);
    const requestAgain = (entries: PerformanceEntryList) => {
      for (const { name } of entries)
        if (isAsset(name) && !requestedUrls.has(name)) {
          requestedUrls.add(name);
          void fetch(name).catch(() => requestedUrls.delete(name));
        }
    };
    await fetch(location.href);
    new PerformanceObserver((list) => requestAgain(list.getEntries())).observe({ type: "resource", buffered: true });
  } catch {
    // Without the cache, the page still opens with a connection.
  }
}
