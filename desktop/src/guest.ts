/** Put beside every page of the site by the shell, before anything of the page runs. */
import { relay } from "./relay.ts";

relay(
  {
    origin: location.origin,
    addEventListener: (type, listen) => window.addEventListener(type, listen),
    postMessage: (message, origin) => window.postMessage(message, origin),
  },
  // Pages of an NW.js application, and nothing that comes over the network.
  (origin) => origin.startsWith("chrome-extension://"),
);
