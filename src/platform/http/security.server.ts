/** Besides our own: the card provider, and for pictures the operator's map tiles. */
export interface CspSources {
  paymentsOrigin: string;
  tilesOrigin?: string | undefined;
  /** Vite's dev client needs its own inline scripts and styles. */
  development?: boolean;
}

/** No inline style, no foreign origin but these. */
export function contentSecurityPolicy(sources: CspSources, scriptHashes: string[]): string {
  const scripts = sources.development
    ? "'self' 'unsafe-inline'"
    : ["'self'", ...scriptHashes.map((hash) => `'sha256-${hash}'`)].join(" ");
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    `style-src 'self'${sources.development ? " 'unsafe-inline'" : ""}`,
    `img-src 'self' data:${sources.tilesOrigin ? ` ${sources.tilesOrigin}` : ""}`,
    "font-src 'self'",
    "media-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `connect-src 'self' ${sources.paymentsOrigin}${sources.development ? " ws:" : ""}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join("; ");
}

/** The staff portal's pages. Media that is being uploaded is shown from `blob:`. */
export const staffPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Of the door: a WebAssembly reader of QR codes may run. */
export const doorPolicy = staffPolicy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");

const permissions = (camera: "()" | "(self)", payment: "()" | "(self)") => ({
  "permissions-policy": `camera=${camera}, microphone=(), geolocation=(), payment=${payment}, usb=(), browsing-topics=()`,
});
/** The door reads tickets. */
export const doorPermissions = permissions("(self)", "()");
/** Of the site's pages: checkout has Apple Pay, and a client navigation to it keeps the policy of the first page. */
export const pagePermissions = permissions("()", "(self)");

export function commonHeaders(https: boolean): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    ...permissions("()", "()"),
    ...(https ? { "strict-transport-security": "max-age=63072000; includeSubDomains; preload" } : {}),
  };
}

/**
 * Of every address that holds a secret, pages and files alike: no cache and no search engine has it, and no other site
 * learns the address.
 */
export const secretHeaders = {
  "cache-control": "private, no-store",
  "referrer-policy": "same-origin",
  "x-robots-tag": "noindex, nofollow, noarchive",
};

/** For answers that are not pages: nothing may run. */
export const inertPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export const workerPolicy = "default-src 'none'; connect-src 'self'; script-src 'self'; frame-ancestors 'none'";

/** The policy of the video's own page: only our own pages may frame it. */
export const framedPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'";
