/**
 * Whether people read in an address where a browser goes: absolute, without backslashes (which a browser takes for
 * slashes), white space, or a name before the host.
 */
export function isPlainWebAddress(text: string, protocols: readonly string[] = ["https:", "http:"]): boolean {
  const url = /[\\\s]/.test(text) ? null : URL.parse(text);
  return url !== null && protocols.includes(url.protocol) && !url.username && !url.password;
}
