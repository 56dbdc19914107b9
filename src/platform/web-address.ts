/**
 * Whether the host that a person reads in an address is the one that a browser opens: the address is absolute, and has
 * no backslashes (which a browser takes for slashes), no white space and no user name before the host.
 */
export function isPlainWebAddress(text: string, protocols: readonly string[] = ["https:", "http:"]): boolean {
  const url = /[\\\s]/.test(text) ? null : URL.parse(text);
  return url !== null && protocols.includes(url.protocol) && !url.username && !url.password;
}
