/**
 * The page's side of the bridge, in a file of its own (`/shell-bridge.js`) that only the desktop shell loads. There no picture comes over
 * the network: each arrives as one transparent pixel, and the real one is asked of the shell, which keeps it.
 */
import { bridgeMessage, isKeptPicture, type BridgeMessage } from "./bridge.ts";

const waiting = new Map<number, (picture: string | null) => void>();
const asked = new Map<string, Promise<string | null>>();
let asks = 0;

window.addEventListener("message", ({ data, origin }) => {
  const message = origin === location.origin ? bridgeMessage(data) : null;
  if (message?.nama !== "answer") return;
  waiting.get(message.id)?.(message.picture);
  waiting.delete(message.id);
});

const say = (message: BridgeMessage) => window.postMessage(message, location.origin);

/** The picture as a `data:` address; one that could not be had is asked for again the next time. */
function pictureOf(url: string): Promise<string | null> {
  const before = asked.get(url);
  if (before) return before;
  const id = (asks += 1);
  const answer = new Promise<string | null>((resolve) => {
    waiting.set(id, resolve);
    say({ nama: "picture", id, url });
  });
  asked.set(url, answer);
  void answer.then((picture) => picture ?? asked.delete(url));
  return answer;
}

const isPixel = (image: HTMLImageElement) => image.complete && image.naturalWidth <= 1;

/** Puts the picture where the pixel is. */
async function fill(image: HTMLImageElement): Promise<void> {
  const url = image.currentSrc || image.src;
  if (!isKeptPicture(url, location.origin) || !isPixel(image)) return;
  const picture = await pictureOf(url);
  // The page may have chosen another in the meantime, and asked for that one too.
  if ((image.currentSrc || image.src) !== url) return;
  if (picture === null) {
    // As if it had failed by itself: the page then shows what stands behind it.
    image.dispatchEvent(new Event("error"));
    return;
  }
  for (const source of image.parentElement?.querySelectorAll<HTMLSourceElement>("picture > source") ?? []) {
    // One for another width of the window stays: when its time comes it arrives as a pixel, and is asked for.
    if (!source.media || matchMedia(source.media).matches) source.srcset = picture;
  }
  image.removeAttribute("srcset");
  image.src = picture;
}

const fillTarget = ({ target, isTrusted }: Event) => {
  if (isTrusted && target instanceof HTMLImageElement) void fill(target);
};
// Neither event bubbles, but both pass through the document on their way to the picture.
document.addEventListener("load", fillTarget, true);
document.addEventListener("error", fillTarget, true);
const fillAll = () => {
  for (const image of document.images) void fill(image);
};
fillAll();
document.addEventListener("DOMContentLoaded", fillAll);
say({ nama: "ready" });
