import type { Locale } from "#i18n/locale.ts";

/**
 * Stores a person's own reason in both languages as one text: English on the first line, Arabic on the second. A reason
 * of one line (our codes, and older reasons) is the same in both languages.
 */
export const joinReasons = (english: string, arabic: string): string =>
  arabic === "" || arabic === english ? english : `${english}\n${arabic}`;

/** Reads the reason in one language. */
export function localizeReason(reason: string, locale: Locale): string {
  const [english = "", arabic = english] = reason.split("\n");
  return locale === "ar" ? arabic : english;
}
