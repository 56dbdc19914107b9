/** Where to report a vulnerability (RFC 9116). */
export const securityTxtPath = "/.well-known/security.txt";

/** Shorter than the year the RFC allows, so that an old copy is recognised. */
const validDays = 180;

/** `origin` has no final slash. */
export function securityTxt({ origin, email, now }: { origin: string; email: string; now: Date }): string {
  // Rounded to keep the text stable for a day.
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + validDays));
  return [
    `Contact: mailto:${email}`,
    `Contact: ${origin}/contact-us`,
    `Expires: ${expires.toISOString().replace(".000Z", "Z")}`,
    "Preferred-Languages: en, ar",
    `Canonical: ${origin}${securityTxtPath}`,
    "",
  ].join("\n");
}
