/** The shell's end of the bridge: pages get no picture over the network, and ask here for each. */
import { bridgeMessage, isKeptPicture, cachedPatterns } from "../../src/features/content/media/bridge.ts";
import type { PictureCache } from "./cache/pictures.ts";

/** Stands for a picture until the bridge brings it: one transparent pixel. */
export const placeholder = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
/** A page whose script has not come by then has none, or an older one than the bridge. */
const patienceMs = 10_000;

/** Answers a word of the page; null when there is nothing to say. */
export async function answerPage(data: unknown, site: string, cache: PictureCache): Promise<object | null> {
  const message = bridgeMessage(data);
  if (message?.nama !== "picture") return null;
  const picture = isKeptPicture(message.url, site) ? await cache.picture(message.url) : null;
  return {
    nama: "answer",
    id: message.id,
    picture: picture && `data:${picture.type};base64,${picture.bytes.toString("base64")}`,
  };
}

/** Joins a view to the cache. */
export function serveView(view: Webview, site: string, cache: PictureCache): void {
  let isBridged = false;
  let isOpen = true;
  view.request.onBeforeRequest.addListener(
    () => (isOpen ? { redirectUrl: placeholder } : {}),
    { urls: cachedPatterns(site), types: ["image"] },
    ["blocking"],
  );
  view.addContentScripts([
    { name: "bridge", matches: [`${site}/*`], js: { files: ["guest.js"] }, run_at: "document_start" },
  ]);
  // Said at every stage, because the script beside the page takes the first hello it hears.
  for (const stage of ["loadcommit", "contentload", "loadstop"])
    view.addEventListener(stage, () => view.contentWindow.postMessage({ nama: "hello" }, site));
  window.addEventListener("message", ({ data, origin, source }) => {
    if (origin !== site || source !== view.contentWindow) return;
    if (bridgeMessage(data)?.nama === "ready") isBridged = true;
    void answerPage(data, site, cache).then((answer) => answer && view.contentWindow.postMessage(answer, site));
  });
  view.addEventListener("loadstop", () => {
    if (isBridged || !isOpen || !view.src.startsWith(`${site}/`)) return;
    setTimeout(() => {
      if (isBridged || !isOpen) return;
      // A site without the bridge shows its pictures as in any browser.
      isOpen = false;
      view.reload();
    }, patienceMs);
  });
}
