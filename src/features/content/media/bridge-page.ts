/**
 * The page's side of the bridge (`/shell-bridge.js`), loaded only in the desktop shell. There each picture loads as a
 * transparent pixel. The page then requests the real picture from the shell, which caches it.
 */
import { bridgeMessage, isKeptPicture, type BridgeMessage } from "./bridge.ts";

const pendingRequests = new Map<number, (picture: string | null) => void>();
const pictures = new Map<string, Promise<string | null>>();
let lastId = 0;

window.addEventListener("message", ({ data, origin }) => {
  const message = origin === location.origin ? bridgeMessage(data) : null;
  if (message?.nama !== "answer") return;
  pendingRequests.get(message.id)?.(message.picture);
  pendingRequests.delete(message.id);
});

const send = (message: BridgeMessage) => window.postMessage(message, location.origin);

/** Requests a picture, which arrives as a `data:` address. A failed one is requested again the next time. */
function requestPicture(url: string): Promise<string | null> {
  const cached = pictures.get(url);
  if (cached) return cached;
  const id = (lastId += 1);
  const response = new Promise<string | null>((resolve) => {
    pendingRequests.set(id, resolve);
    send({ nama: "picture", id, url });
  });
  pictures.set(url, response);
  void response.then((picture) => picture ?? pictures.delete(url));
  return response;
}

const isPixel = (image: HTMLImageElement) => image.complete && image.naturalWidth <= 1;

async function loadPicture(image: HTMLImageElement): Promise<void> {
  const url = image.currentSrc || image.src;
  if (!isKeptPicture(url, location.origin) || !isPixel(image)) return;
  const picture = await requestPicture(url);
  // The page may have chosen another picture in the meantime.
  if ((image.currentSrc || image.src) !== url) return;
  if (picture === null) {
    // Simulates a failed picture, so that the page shows its fallback.
    image.dispatchEvent(new Event("error"));
    return;
  }
  for (const source of image.parentElement?.querySelectorAll<HTMLSourceElement>("picture > source") ?? []) {
    // Keeps sources for other screen widths: when one is used, it loads as a pixel and is replaced then.
    if (!source.media || matchMedia(source.media).matches) source.srcset = picture;
  }
  image.removeAttribute("srcset");
  image.src = picture;
}

const loadTarget = ({ target, isTrusted }: Event) => {
  if (isTrusted && target instanceof HTMLImageElement) void loadPicture(target);
};
// Neither event bubbles, but both can be captured on the document.
document.addEventListener("load", loadTarget, true);
document.addEventListener("error", loadTarget, true);
const loadAll = () => {
  for (const image of document.images) void loadPicture(image);
};
loadAll();
document.addEventListener("DOMContentLoaded", loadAll);
send({ nama: "ready" });
