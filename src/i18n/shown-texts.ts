import type { Locale } from "./locale.ts";

/** Returns the key of the English text beside `name_ar` or `ar`; null for other keys. */
const getEnglishKey = (name: string) =>
  name === "ar" ? "eng" : name.endsWith("_ar") ? `${name.slice(0, -2)}eng` : null;

function localizeValue(locale: Locale, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => localizeValue(locale, item));
  if (typeof value !== "object" || value === null) return value;
  const texts = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, localizeValue(locale, inner)]));
  for (const arabicKey of Object.keys(texts)) {
    const englishKey = getEnglishKey(arabicKey);
    if (englishKey === null || !(englishKey in texts)) continue;
    if (locale === "en") texts[arabicKey] = null;
    else if (texts[arabicKey]) texts[englishKey] = "";
  }
  return texts;
}

/**
 * Clears the texts that a page in `locale` does not show, which halves the loader's data in the page. Of an English and
 * an Arabic text, the one that `localText` would not pick becomes empty (English) or null (Arabic). `value` must be
 * plain data. Not for data that outlives the page, such as a name in the cart.
 */
export function shownTexts<T>(locale: Locale, value: T): T {
  return localizeValue(locale, value) as T;
}
