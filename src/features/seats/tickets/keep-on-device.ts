/** Browser functions for using a ticket at the door, where there may be no connection. */

const isPart = (address: string) => address.startsWith(`${location.origin}/assets/`) || address.endsWith(".woff2");

/** Waits until the worker answers the requests of this page, also on the first visit. */
async function workerInCharge(): Promise<void> {
  await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller) return;
  await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
}

/**
 * Requests the page and its assets once more through the service worker (src/app/sw.ts), which caches them, because the
 * first visit came before the worker. Never resolves where there is no worker.
 */
export async function keepOnDevice(): Promise<boolean> {
  if (!("serviceWorker" in navigator)) return false;
  await workerInCharge();
  const parts = performance.getEntriesByType("resource").map(({ name }) => name);
  const answers = await Promise.all([location.href, ...new Set(parts.filter(isPart))].map((address) => fetch(address)));
  return answers.every(({ ok }) => ok);
}

/**
 * Keeps the screen on while the page is visible. A browser may refuse when its battery is low. Returns a function that
 * stops it.
 */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let stopped = false;
  const request = async () => {
    if (document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
    const next = await navigator.wakeLock.request("screen").catch(() => undefined);
    if (stopped) void next?.release();
    else lock = next;
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
const quiet = 4;
const scale = 16;

/** Downloads the QR code with its code below as a picture. */
export function savePicture(qr: { path: string; size: number }, code: string): void {
  const canvas = document.createElement("canvas");
  const side = qr.size + 2 * quiet;
  canvas.width = side * scale;
  canvas.height = (side + 4) * scale;
  const context = canvas.getContext("2d");
  if (!context) return;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = ink;
  context.font = `500 ${3 * scale}px sans-serif`;
  context.textAlign = "center";
  context.fillText(code, canvas.width / 2, (side + 1) * scale);
  context.setTransform(scale, 0, 0, scale, quiet * scale, quiet * scale);
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
