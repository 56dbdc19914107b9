/** Without line ends and other control characters, as a subject needs it. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();

/**
 * Null for a name that a mail to a stranger should not repeat: anyone can have us write to anyone, so what could be a
 * link or an advertisement is no name.
 */
export function greetingName(text: string): string | null {
  const name = oneLine(text);
  return name.length <= 50 && !/[/:@<>\d]|\.\S|www/iu.test(name) ? name : null;
}
