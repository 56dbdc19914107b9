/** Maximum length in characters. Email programs and browsers cut longer links. */
const maxLength = 2000;

const encoded = (email: string) => encodeURIComponent(email).replace("%40", "@");

/** A `mailto:` link to one address. */
export const mailLink = (email: string): string => `mailto:${encoded(email)}`;

/** A `mailto:` link to all addresses in bcc. Null if email programs would cut it. */
export function hiddenMailLink(emails: readonly string[]): string | null {
  const link = `mailto:?bcc=${emails.map(encoded).join(",")}`;
  return link.length > maxLength ? null : link;
}
