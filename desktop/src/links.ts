/**
 * Where an address opens: `inside` the window, `outside` in the system's browser or mail program, or nowhere
 * (`refused`).
 */
export type OpenTarget = "inside" | "outside" | "refused";

const systemSchemes = new Set(["https:", "http:", "mailto:", "tel:"]);

/** Decides where a link or a new window opens the address `to`: the site inside, other sites and mail outside. */
export function getLinkTarget(to: string, site: string): OpenTarget {
  const url = URL.parse(to);
  if (!url) return "refused";
  if (url.origin === site) return "inside";
  return systemSchemes.has(url.protocol) ? "outside" : "refused";
}

/**
 * Decides where to open `to` when the page at `from` navigates the window. A payment leads through pages of the card
 * provider and of the buyer's bank, whose addresses are not known in advance, and back to the site. So from the
 * checkout until the return to the site, every https page opens inside. Only the site's own pages get the script that
 * talks to the shell (`pictures-of-page.ts`).
 */
export function getNavigationTarget({ from, to, site }: { from: string; to: string; site: string }): OpenTarget {
  const linkTarget = getLinkTarget(to, site);
  const fromUrl = URL.parse(from);
  const isPaying = fromUrl !== null && (fromUrl.origin !== site || /^(\/ar)?\/checkout(\/|$)/.test(fromUrl.pathname));
  const isSecure = to.startsWith("https:") || URL.parse(to)?.hostname === "127.0.0.1";
  const isPaymentPage = isPaying && isSecure && fromUrl.protocol.startsWith("http");
  return linkTarget === "outside" && isPaymentPage ? "inside" : linkTarget;
}
