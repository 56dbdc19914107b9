/** The shell's settings, from the command line and the application's manifest. */

/**
 * Returns the origin of the site: `--site=` on the command line, otherwise `site` in the application's manifest.
 * Throws if the address does not use https. A site on this machine may use http, for development.
 */
export function siteOrigin(args: readonly string[], manifest: { site?: unknown }): string {
  const address = args.find((arg) => arg.startsWith("--site="))?.slice("--site=".length) ?? manifest.site;
  const url = typeof address === "string" ? URL.parse(address) : null;
  const isThisMachine = url?.hostname === "127.0.0.1" || url?.hostname === "localhost";
  if (!url || !(url.protocol === "https:" || (url.protocol === "http:" && isThisMachine)))
    throw new Error(`The address of the site is no https address: ${String(address)}`);
  return url.origin;
}

/** Size limit of the picture cache in bytes: `pictureMegabytes` of the manifest, or 200 MB by default. */
export function pictureLimit(manifest: { pictureMegabytes?: unknown }): number {
  const { pictureMegabytes } = manifest;
  const megabytes = typeof pictureMegabytes === "number" && pictureMegabytes > 0 ? pictureMegabytes : 200;
  return Math.round(megabytes * 1024 * 1024);
}
