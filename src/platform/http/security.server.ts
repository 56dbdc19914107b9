/** Origins that pages use besides our own: the card provider, and the operator's map tiles for pictures. */
export interface CspSources {
  paymentsOrigin: string;
  tilesOrigin?: string | undefined;
  /** Vite's dev client needs its own inline scripts and styles. */
  development?: boolean;
}

/** Allows no inline styles, and no foreign origins except those of `sources`. */
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

/** Policy of the staff portal's pages. They show media from `blob:` during an upload. */
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

/** Policy of the door page, whose reader of QR codes is WebAssembly. */
export const doorPolicy = staffPolicy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");

const permissionsPolicy = (camera: "()" | "(self)", payment: "()" | "(self)") => ({
  "permissions-policy": `camera=${camera}, microphone=(), geolocation=(), payment=${payment}, usb=(), browsing-topics=()`,
});
/** The door page scans tickets with the camera. */
export const doorPermissions = permissionsPolicy("(self)", "()");
/** For every page of the site: checkout uses Apple Pay, and a client navigation keeps the policy of the first page. */
export const pagePermissions = permissionsPolicy("()", "(self)");

export function commonHeaders(https: boolean): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    ...permissionsPolicy("()", "()"),
    ...(https ? { "strict-transport-security": "max-age=63072000; includeSubDomains; preload" } : {}),
  };
}

/**
 * Headers of pages and files whose address contains a secret: caches do not store them, search engines do not list them,
 * and other sites do not learn the address.
 */
export const secretHeaders = {
  "cache-control": "private, no-store",
  "referrer-policy": "same-origin",
  "x-robots-tag": "noindex, nofollow, noarchive",
};

/** For responses that are not pages: they may load and run nothing. */
export const inertPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

export const workerPolicy = "default-src 'none'; connect-src 'self'; script-src 'self'; frame-ancestors 'none'";

/** The policy of the video's own page: only our own pages may frame it. */
export const framedPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'";
