/** Maximum length in characters. Email programs and browsers cut longer links. */
const maxLength = 2000;

const encodeAddress = (email: string) => encodeURIComponent(email).replace("%40", "@");

/** A `mailto:` link to one address. */
export const buildMailLink = (email: string): string => `mailto:${encodeAddress(email)}`;

/** A `mailto:` link to all addresses in bcc. Null if email programs would cut it. */
export function buildBccLink(emails: readonly string[]): string | null {
  const link = `mailto:?bcc=${emails.map(encodeAddress).join(",")}`;
  return link.length > maxLength ? null : link;
}
