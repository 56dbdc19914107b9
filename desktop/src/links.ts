/** Decides where an address opens: in the window (`inside`), in the system's program (`outside`) or nowhere. */
export type OpenTarget = "inside" | "outside" | "refused";

const systemSchemes = new Set(["https:", "http:", "mailto:", "tel:"]);

/** Where a link or a new window to `to` opens. The site opens inside; other sites and mail open outside. */
export function getLinkTarget(to: string, site: string): OpenTarget {
  const url = URL.parse(to);
  if (!url) return "refused";
  if (url.origin === site) return "inside";
  return systemSchemes.has(url.protocol) ? "outside" : "refused";
}

/**
 * Where a navigation of the window from the page at `from` opens. A payment leads through pages of the card provider
 * and of the buyer's bank, whose addresses are not known in advance, and back to the site. So encrypted sites open
 * inside when the window leaves the checkout, and until it is back at the site. These sites get no bridge.
 */
export function getNavigationTarget({ from, to, site }: { from: string; to: string; site: string }): OpenTarget {
  const linkTarget = getLinkTarget(to, site);
  const fromUrl = URL.parse(from);
  const isPaying = fromUrl !== null && (fromUrl.origin !== site || /^(\/ar)?\/checkout(\/|$)/.test(fromUrl.pathname));
  const isSecure = to.startsWith("https:") || URL.parse(to)?.hostname === "127.0.0.1";
  const isPaymentPage = isPaying && isSecure && fromUrl.protocol.startsWith("http");
  return linkTarget === "outside" && isPaymentPage ? "inside" : linkTarget;
}
