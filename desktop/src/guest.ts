/** The shell runs this script beside every page of the site, before the page's own scripts. */
import { relay } from "./relay.ts";

relay(
  {
    origin: location.origin,
    addEventListener: (type, listen) => window.addEventListener(type, listen),
    postMessage: (message, origin) => window.postMessage(message, origin),
  },
  // In the shell only its own pages have this scheme, because it runs no extensions. No page from the network has it.
  (origin) => origin.startsWith("chrome-extension://"),
);
