/**
 * The page's side of the bridge (`/shell-bridge.js`), loaded by the desktop shell only. There each picture arrives as a
 * transparent pixel, and the real one is requested from the shell, which caches it.
 */
import { bridgeMessage, isKeptPicture, type BridgeMessage } from "./bridge.ts";

const waiting = new Map<number, (picture: string | null) => void>();
const pictures = new Map<string, Promise<string | null>>();
let lastId = 0;

window.addEventListener("message", ({ data, origin }) => {
  const message = origin === location.origin ? bridgeMessage(data) : null;
  if (message?.nama !== "answer") return;
  waiting.get(message.id)?.(message.picture);
  waiting.delete(message.id);
});

const send = (message: BridgeMessage) => window.postMessage(message, location.origin);

/** Pictures as `data:` addresses; a failed one is requested again the next time. */
function requestPicture(url: string): Promise<string | null> {
  const before = pictures.get(url);
  if (before) return before;
  const id = (lastId += 1);
  const answer = new Promise<string | null>((resolve) => {
    waiting.set(id, resolve);
    send({ nama: "picture", id, url });
  });
  pictures.set(url, answer);
  void answer.then((picture) => picture ?? pictures.delete(url));
  return answer;
}

const isPixel = (image: HTMLImageElement) => image.complete && image.naturalWidth <= 1;

async function fill(image: HTMLImageElement): Promise<void> {
  const url = image.currentSrc || image.src;
  if (!isKeptPicture(url, location.origin) || !isPixel(image)) return;
  const picture = await requestPicture(url);
  // The page may have chosen another picture in the meantime.
  if ((image.currentSrc || image.src) !== url) return;
  if (picture === null) {
    // Acts as if the picture had failed, so that the page shows its fallback.
    image.dispatchEvent(new Event("error"));
    return;
  }
  for (const source of image.parentElement?.querySelectorAll<HTMLSourceElement>("picture > source") ?? []) {
    // A source for another width stays, because it arrives as a pixel when it is used.
    if (!source.media || matchMedia(source.media).matches) source.srcset = picture;
  }
  image.removeAttribute("srcset");
  image.src = picture;
}

const fillTarget = ({ target, isTrusted }: Event) => {
  if (isTrusted && target instanceof HTMLImageElement) void fill(target);
};
// Neither event bubbles, but both can be captured on the document.
document.addEventListener("load", fillTarget, true);
document.addEventListener("error", fillTarget, true);
const fillAll = () => {
  for (const image of document.images) void fill(image);
};
fillAll();
document.addEventListener("DOMContentLoaded", fillAll);
send({ nama: "ready" });
