/** What a document says in both languages. */
import type { Locale } from "#i18n/locale.ts";

/** A message of the catalogue, as Paraglide compiles it. */
export type Message = (input: object, options: { locale: Locale }) => string;

/** A text of each language. */
export const inBoth = (text: (locale: Locale) => string): Record<Locale, string> => ({
  en: text("en"),
  ar: text("ar"),
});

/** A message without input, in each language. */
export const both = (label: Message): Record<Locale, string> => inBoth((locale) => label({}, { locale }));

/** A row about a person or company: a text of both languages, one text, or a labelled value. */
export type PartyRow = Record<Locale, string> | { text: string } | { label: Message; value: string };
