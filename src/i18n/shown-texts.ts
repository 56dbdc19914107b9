import type { Locale } from "./locale.ts";

/** For `name_ar` and for a bare `ar`. */
const getEnglishKey = (name: string) =>
  name === "ar" ? "eng" : name.endsWith("_ar") ? `${name.slice(0, -2)}eng` : null;

function localizeValue(locale: Locale, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => localizeValue(locale, one));
  if (typeof value !== "object" || value === null) return value;
  const texts = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, localizeValue(locale, inner)]));
  for (const arabic of Object.keys(texts)) {
    const english = getEnglishKey(arabic);
    if (english === null || !(english in texts)) continue;
    if (locale === "en") texts[arabic] = null;
    else if (texts[arabic]) texts[english] = "";
  }
  return texts;
}

/**
 * Clears texts that a page in `locale` does not show: of two siblings the one `localText` would not pick becomes null
 * (Arabic) or empty (English). Halves the loader's data in the page. Not for what outlives the page, such as a name in
 * the cart. Plain data only.
 */
export function shownTexts<T>(locale: Locale, value: T): T {
  return localizeValue(locale, value) as T;
}
