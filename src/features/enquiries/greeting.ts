/** A text without line ends or other control characters, as a subject needs it. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();

/**
 * The name to greet someone by, or null for one that a mail to a stranger should not repeat: through a form anyone can
 * have us write to anyone, so what could be a link or an advertisement is no name.
 */
export function greetingName(text: string): string | null {
  const name = oneLine(text);
  return name.length <= 50 && !/[/:@<>\d]|\.\S|www/iu.test(name) ? name : null;
}
