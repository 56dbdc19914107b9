import { escapeHtml } from "#platform/escape-html.ts";

/** Escaped, without characters that XML cannot hold. */
export function xmlText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters that XML 1.0 forbids
  const forbidden =
    /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
  return escapeHtml(text.replace(forbidden, ""));
}
