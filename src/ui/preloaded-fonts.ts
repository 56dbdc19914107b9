/** Written by tools/subset-fonts.ts, for `<link rel="preload" as="font" crossorigin>`. */
export const preloadedFonts = {
  en: [
    "/fonts/display-latin.f89e2594ac.woff2",
    "/fonts/text-latin-400.fe7d518aa2.woff2",
    "/fonts/text-latin-500.0a3e27dffc.woff2",
  ],
  ar: [
    "/fonts/display-arabic.e38c5d07f6.woff2",
    "/fonts/text-arabic-400.68d20cd75f.woff2",
    "/fonts/text-arabic-500.28d0c34af9.woff2",
    "/fonts/text-latin-400.fe7d518aa2.woff2",
  ],
};
