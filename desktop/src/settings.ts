/** The shell's start arguments. */

/**
 * Origin of the site: `--site=` on the command line, else `site` in the application's manifest.
 * Throws when it is no https address; http only for this very machine, to try a site one is working on.
 */
export function siteOrigin(args: readonly string[], manifest: { site?: unknown }): string {
  const address = args.find((arg) => arg.startsWith("--site="))?.slice("--site=".length) ?? manifest.site;
  const url = typeof address === "string" ? URL.parse(address) : null;
  const isHere = url?.hostname === "127.0.0.1" || url?.hostname === "localhost";
  if (!url || !(url.protocol === "https:" || (url.protocol === "http:" && isHere)))
    throw new Error(`The address of the site is no https address: ${String(address)}`);
  return url.origin;
}

/** Bound of the picture folder in bytes; `pictureMegabytes` in the manifest, 200 by default. */
export function pictureLimit(manifest: { pictureMegabytes?: unknown }): number {
  const { pictureMegabytes: given } = manifest;
  const megabytes = typeof given === "number" && given > 0 ? given : 200;
  return Math.round(megabytes * 1024 * 1024);
}
