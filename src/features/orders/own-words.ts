import type { Locale } from "#i18n/locale.ts";

/**
 * A person's own reason in both languages is one text: English, and Arabic on its second line. A reason of one line, as
 * the site's codes and older reasons are, is the same in both.
 */
export const joinReasons = (english: string, arabic: string): string =>
  arabic === "" || arabic === english ? english : `${english}\n${arabic}`;

/** The reason in one language. */
export function localizeReason(reason: string, locale: Locale): string {
  const [english = "", arabic = english] = reason.split("\n");
  return locale === "ar" ? arabic : english;
}
