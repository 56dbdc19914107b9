import { fontFiles } from "./font-files.ts";

/**
 * Addresses of the faces the first screen of a language is drawn with, for `<link rel="preload" as="font" crossorigin>`.
 * Digits and Latin words of an Arabic page come with the text face, so it names three files.
 */
export function preloadFonts(locale: "en" | "ar"): string[] {
  return locale === "ar"
    ? [fontFiles["display-arabic"], fontFiles["text-arabic-400"], fontFiles["text-latin-400"]]
    : [fontFiles["display-latin"], fontFiles["text-latin-400"], fontFiles["text-latin-500"]];
}
