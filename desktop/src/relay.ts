/**
 * Passes the messages of the bridge between the page and the shell. Runs beside the page in an isolated world, without
 * Node.
 */
import { bridgeMessage, type BridgeMessage } from "../../src/features/content/media/bridge.ts";

/** The part of a window that `relay` uses. */
export interface RelayWindow {
  origin: string;
  addEventListener(
    type: "message",
    listen: (event: Pick<MessageEvent<unknown>, "data" | "origin" | "source">) => void,
  ): void;
  postMessage(message: BridgeMessage, origin: string): void;
}

/**
 * Queues requests of the page until the shell has sent its hello. Accepts the shell's messages only from an origin that
 * `isShell` confirms, and the page's messages only from the page's own origin. Ignores messages from all others.
 */
export function relay(page: RelayWindow, isShell: (origin: string) => boolean): void {
  const queued: BridgeMessage[] = [];
  let toShell: ((message: BridgeMessage) => void) | undefined;
  page.addEventListener("message", ({ data, origin, source }) => {
    const message = bridgeMessage(data);
    if (!message) return;
    if (isShell(origin)) {
      if (message.nama === "hello" && source && !toShell) {
        toShell = (shellMessage) => source.postMessage(shellMessage, { targetOrigin: origin });
        for (const request of queued.splice(0)) toShell(request);
      }
      if (message.nama === "answer") page.postMessage(message, page.origin);
    } else if (origin === page.origin && (message.nama === "picture" || message.nama === "ready")) {
      if (toShell) toShell(message);
      else queued.push(message);
    }
  });
}
