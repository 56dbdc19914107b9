/** The shell runs this script beside every page of the site, before the page's own scripts. */
import { relay } from "./relay.ts";

relay(
  {
    origin: location.origin,
    addEventListener: (type, listen) => window.addEventListener(type, listen),
    postMessage: (message, origin) => window.postMessage(message, origin),
  },
  // Only pages of an NW.js application have this scheme. No page from the network does.
  (origin) => origin.startsWith("chrome-extension://"),
);
