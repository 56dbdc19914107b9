/** Characters; mail programs and browsers cut longer links. */
const maxLength = 2000;

const encoded = (email: string) => encodeURIComponent(email).replace("%40", "@");

/** A link that opens a mail to one address. */
export const mailLink = (email: string): string => `mailto:${encoded(email)}`;

/** A link that opens a mail to all, hidden from each other; null where mail programs would cut it. */
export function hiddenMailLink(emails: readonly string[]): string | null {
  const link = `mailto:?bcc=${emails.map(encoded).join(",")}`;
  return link.length > maxLength ? null : link;
}
