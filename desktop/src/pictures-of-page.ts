/** The shell's side of the bridge. Pages request the site's cached pictures from the shell instead of the network. */
import { bridgeMessage, isKeptPicture, cachedPatterns } from "../../src/features/content/media/bridge.ts";
import type { PictureCache } from "./cache/pictures.ts";

/** One transparent pixel that replaces a picture until the bridge delivers it. */
export const placeholder = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
/** If a page does not use the bridge within this time, its scripts are missing or older than the bridge. */
const bridgeTimeoutMs = 10_000;

/** Returns the answer to a message of the page, or null if the message needs no answer. */
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

/** Serves the pictures of a view from the cache. */
export function serveView(view: Webview, site: string, cache: PictureCache): void {
  let isBridged = false;
  let isIntercepting = true;
  view.request.onBeforeRequest.addListener(
    () => (isIntercepting ? { redirectUrl: placeholder } : {}),
    { urls: cachedPatterns(site), types: ["image"] },
    ["blocking"],
  );
  view.addContentScripts([
    { name: "bridge", matches: [`${site}/*`], js: { files: ["guest.js"] }, run_at: "document_start" },
  ]);
  // Sent at every stage, because the guest script may load late. It uses the first hello that it receives.
  for (const stage of ["loadcommit", "contentload", "loadstop"])
    view.addEventListener(stage, () => view.contentWindow.postMessage({ nama: "hello" }, site));
  window.addEventListener("message", ({ data, origin, source }) => {
    if (origin !== site || source !== view.contentWindow) return;
    if (bridgeMessage(data)?.nama === "ready") isBridged = true;
    void answerPage(data, site, cache).then((answer) => answer && view.contentWindow.postMessage(answer, site));
  });
  view.addEventListener("loadstop", () => {
    if (isBridged || !isIntercepting || !view.src.startsWith(`${site}/`)) return;
    setTimeout(() => {
      if (isBridged || !isIntercepting) return;
      // A site without the bridge loads its pictures over the network, as in any browser.
      isIntercepting = false;
      view.reload();
    }, bridgeTimeoutMs);
  });
}
