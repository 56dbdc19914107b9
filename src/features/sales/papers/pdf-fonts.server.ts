/** The faces of a PDF: whole, as their makers give them, because a name may hold any letter; what is used of them is embedded. */
import arabic400 from "@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-400-normal.woff?inline";
import arabic500 from "@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic-500-normal.woff?inline";
import latin400 from "@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff?inline";
import latin600 from "@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff?inline";
import latinExt400 from "@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-ext-400-normal.woff?inline";
import latinExt600 from "@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-ext-600-normal.woff?inline";
import { unpackWoff } from "./sfnt.server.ts";

const bytes = (dataUrl: string) => unpackWoff(Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64"));

/** Files by face; Arabic is never set heavier than 500 (DESIGN §3). */
export const fontFiles = {
  "latin": bytes(latin400),
  "latin-ext": bytes(latinExt400),
  "arabic": bytes(arabic400),
  "latin-strong": bytes(latin600),
  "latin-ext-strong": bytes(latinExt600),
  "arabic-strong": bytes(arabic500),
};
export type FaceName = keyof typeof fontFiles;
