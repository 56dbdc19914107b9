/** Where an address opens. */

/** `inside` the window, in the system's own program (`outside`), or nowhere (`refused`). */
export type Place = "inside" | "outside" | "refused";

const systemSchemes = new Set(["https:", "http:", "mailto:", "tel:"]);

/** Where a link or a new window to `to` opens: the site inside, other sites and mail outside. */
export function getLinkPlace(to: string, site: string): Place {
  const url = URL.parse(to);
  if (!url) return "refused";
  if (url.origin === site) return "inside";
  return systemSchemes.has(url.protocol) ? "outside" : "refused";
}

/**
 * Where the window itself may go from the page at `from`. Paying leads through the card provider and the buyer's bank,
 * whose addresses no one can list, and back to the site: from checkout, and from there on, encrypted sites open inside.
 * They get no bridge.
 */
export function getPagePlace({ from, to, site }: { from: string; to: string; site: string }): Place {
  const place = getLinkPlace(to, site);
  const start = URL.parse(from);
  const isPaying = start !== null && (start.origin !== site || /^(\/ar)?\/checkout(\/|$)/.test(start.pathname));
  const isSecure = to.startsWith("https:") || URL.parse(to)?.hostname === "127.0.0.1";
  return place === "outside" && isPaying && isSecure && start.protocol.startsWith("http") ? "inside" : place;
}
