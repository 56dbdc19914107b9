import { fontFiles } from "./font-files.ts";

/**
 * The faces of a language's first screen, for `<link rel="preload" as="font" crossorigin>`. Digits and Latin words of
 * an Arabic page come with the text face, and menus and buttons are drawn in 500: a late face would shift them. No
 * first screen of a phone is drawn in 600, so that face would only delay the others.
 */
export function preloadFonts(locale: "en" | "ar"): string[] {
  return locale === "ar"
    ? [
        fontFiles["display-arabic"],
        fontFiles["text-arabic-400"],
        fontFiles["text-arabic-500"],
        fontFiles["text-latin-400"],
      ]
    : [fontFiles["display-latin"], fontFiles["text-latin-400"], fontFiles["text-latin-500"]];
}
