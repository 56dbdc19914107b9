/** Texts of documents in both languages. */
import type { Locale } from "#i18n/locale.ts";

/** A message of the catalogue, as Paraglide compiles it. */
export type Message = (input: object, options: { locale: Locale }) => string;

/** Builds a text in each language. */
export const inBoth = (getText: (locale: Locale) => string): Record<Locale, string> => ({
  en: getText("en"),
  ar: getText("ar"),
});

/** Renders a message without input in each language. */
export const both = (message: Message): Record<Locale, string> => inBoth((locale) => message({}, { locale }));

/** A row about a person or company: a text in each language, one text for both, or a labelled value. */
export type PartyRow = Record<Locale, string> | { text: string } | { label: Message; value: string };
