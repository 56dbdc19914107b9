/** Written by tools/pdf-fonts.ts; only the used glyphs are embedded. */
import displayArabic from "./fonts/display-arabic.ttf?inline";
import displayLatin from "./fonts/display-latin.ttf?inline";
import arabic400 from "./fonts/text-arabic-400.ttf?inline";
import arabic500 from "./fonts/text-arabic-500.ttf?inline";
import latin400 from "./fonts/text-latin-400.ttf?inline";
import latin500 from "./fonts/text-latin-500.ttf?inline";
import latin600 from "./fonts/text-latin-600.ttf?inline";
import latinExt400 from "./fonts/text-latin-ext-400.ttf?inline";
import latinExt500 from "./fonts/text-latin-ext-500.ttf?inline";

const bytes = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64");

/** `bold` and `display` are for our own words only; Arabic is never set heavier than 500 (DESIGN §3). */
export const fontFiles = {
  latin: bytes(latin400),
  "latin-ext": bytes(latinExt400),
  arabic: bytes(arabic400),
  "latin-strong": bytes(latin500),
  "latin-ext-strong": bytes(latinExt500),
  "arabic-strong": bytes(arabic500),
  "latin-bold": bytes(latin600),
  "latin-display": bytes(displayLatin),
  "arabic-display": bytes(displayArabic),
};
export type FontName = keyof typeof fontFiles;
