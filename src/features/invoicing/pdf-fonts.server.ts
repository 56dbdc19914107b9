/** The faces of a PDF: whole, as their makers give them, because a name may hold any letter; what is used of them is embedded. */
import arabic400 from "@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-400-normal.woff?inline";
import arabic500 from "@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-500-normal.woff?inline";
import latin400 from "@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff?inline";
import latin500 from "@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-500-normal.woff?inline";
import latin600 from "@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff?inline";
import latinExt400 from "@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-ext-400-normal.woff?inline";
import latinExt500 from "@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-ext-500-normal.woff?inline";
import displayArabic from "./fonts/display-arabic.ttf?inline";
import displayLatin from "./fonts/display-latin.ttf?inline";
import { woffToTtf } from "./woff-to-ttf.server.ts";

const bytes = (dataUrl: string) => Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64");
const unpacked = (dataUrl: string) => woffToTtf(bytes(dataUrl));

/** Files by face. `bold` and `display` are for our own words only; Arabic is never set heavier than 500 (DESIGN §3). */
export const fontFiles = {
  latin: unpacked(latin400),
  "latin-ext": unpacked(latinExt400),
  arabic: unpacked(arabic400),
  "latin-strong": unpacked(latin500),
  "latin-ext-strong": unpacked(latinExt500),
  "arabic-strong": unpacked(arabic500),
  "latin-bold": unpacked(latin600),
  "latin-display": bytes(displayLatin),
  "arabic-display": bytes(displayArabic),
};
export type FontName = keyof typeof fontFiles;
