/** Browser functions for showing a ticket at the door, where there may be no connection. */

const isAsset = (address: string) => address.startsWith(`${location.origin}/assets/`) || address.endsWith(".woff2");

/** Waits until the service worker handles this page's requests, which on a first visit takes a moment. */
async function waitForServiceWorker(): Promise<void> {
  await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller) return;
  await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
}

/**
 * Requests the page and its assets once more, so that the service worker (src/app/sw.ts) caches them: on a first visit
 * they load before it is active. Returns whether every request succeeded. Never resolves if no worker is registered.
 */
export async function keepOnDevice(): Promise<boolean> {
  if (!("serviceWorker" in navigator)) return false;
  await waitForServiceWorker();
  const resourceUrls = performance.getEntriesByType("resource").map(({ name }) => name);
  const responses = await Promise.all(
    [location.href, ...new Set(resourceUrls.filter(isAsset))].map((address) => fetch(address)),
  );
  return responses.every(({ ok }) => ok);
}

/**
 * Keeps the screen on while the page is visible. A browser may refuse when the battery is low. Returns a function that
 * releases the screen.
 */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let stopped = false;
  const request = async () => {
    if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    const newLock = await navigator.wakeLock.request("screen").catch(() => undefined);
    if (stopped) void newLock?.release();
    else lock = newLock;
  };
  // The browser releases the lock whenever the page is hidden.
  const onChange = () => void request();
  document.addEventListener("visibilitychange", onChange);
  void request();
  return () => {
    stopped = true;
    document.removeEventListener("visibilitychange", onChange);
    void lock?.release();
  };
}

const ink = "#0b211e";
const quietZone = 4;
const pixelsPerModule = 16;

/** Downloads a PNG of the QR code with the ticket's code in text below it. */
export function savePicture(qr: { path: string; size: number }, code: string): void {
  const canvas = document.createElement("canvas");
  const sideModules = qr.size + 2 * quietZone;
  canvas.width = sideModules * pixelsPerModule;
  canvas.height = (sideModules + 4) * pixelsPerModule;
  const context = canvas.getContext("2d");
  if (!context) return;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = ink;
  context.font = `500 ${3 * pixelsPerModule}px sans-serif`;
  context.textAlign = "center";
  context.fillText(code, canvas.width / 2, (sideModules + 1) * pixelsPerModule);
  context.setTransform(
    pixelsPerModule,
    0,
    0,
    pixelsPerModule,
    quietZone * pixelsPerModule,
    quietZone * pixelsPerModule,
  );
  context.clip(new Path2D(qr.path));
  context.fillRect(0, 0, qr.size, qr.size);
  const link = document.createElement("a");
  link.href = canvas.toDataURL("image/png");
  link.download = `ticket-${code}.png`;
  link.click();
}

/** Shares the address with the device's own share sheet, else copies it. */
export async function shareAddress(address: string, title: string): Promise<"shared" | "copied" | "failed"> {
  try {
    if (typeof navigator.share === "function") {
      await navigator.share({ title, url: address });
      return "shared";
    }
    await navigator.clipboard.writeText(address);
    return "copied";
  } catch {
    return "failed";
  }
}
