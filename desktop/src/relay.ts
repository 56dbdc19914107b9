/**
 * Passes the bridge's words between the page and the shell; runs beside the page, in a world of its own, without Node.
 */
import { bridgeMessage, type BridgeMessage } from "../../src/features/content/media/bridge.ts";

/** What `relay` needs of a window. */
export interface RelayWindow {
  origin: string;
  addEventListener(
    type: "message",
    listen: (event: Pick<MessageEvent<unknown>, "data" | "origin" | "source">) => void,
  ): void;
  postMessage(message: BridgeMessage, origin: string): void;
}

/**
 * Asks wait until the shell has said hello. Only the shell, known by its origin, is listened to as the shell, and only
 * the page itself as the page: frames and other windows are neither.
 */
export function relay(page: RelayWindow, isShell: (origin: string) => boolean): void {
  const waiting: BridgeMessage[] = [];
  let toShell: ((message: BridgeMessage) => void) | undefined;
  page.addEventListener("message", ({ data, origin, source }) => {
    const message = bridgeMessage(data);
    if (!message) return;
    if (isShell(origin)) {
      if (message.nama === "hello" && source && !toShell) {
        toShell = (text) => source.postMessage(text, { targetOrigin: origin });
        for (const text of waiting.splice(0)) toShell(text);
      }
      if (message.nama === "answer") page.postMessage(message, page.origin);
    } else if (origin === page.origin && (message.nama === "picture" || message.nama === "ready")) {
      if (toShell) toShell(message);
      else waiting.push(message);
    }
  });
}
