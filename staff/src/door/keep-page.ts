const worker = "/staff/door-worker.js";
const isInCharge = () => navigator.serviceWorker.controller?.scriptURL.endsWith(worker) === true;
const isPart = (address: string) => address.startsWith(`${location.origin}/staff/assets/`);

/**
 * Has the worker of this one door (src/app/door-worker.ts) keep the page and what it is built of, and the reader of tickets
 * once it is there, so that it opens without a connection. Nothing happens where there are no workers.
 */
export async function keepDoorPage(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(worker, { scope: location.pathname });
    // The site's own may be in charge until now. What was asked for before is asked for once more.
    while (!isInCharge())
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }),
      );
    const requestedUrls = new Set([location.href]);
    const ask = (entries: PerformanceEntryList) => {
      for (const { name } of entries)
        if (isPart(name) && !requestedUrls.has(name)) {
          requestedUrls.add(name);
          void fetch(name).catch(() => requestedUrls.delete(name));
        }
    };
    await fetch(location.href);
    new PerformanceObserver((list) => ask(list.getEntries())).observe({ type: "resource", buffered: true });
  } catch {
    // It opens with a connection, as before.
  }
}
