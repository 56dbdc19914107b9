/** Written by scripts/subset-fonts.ts: the file of each face. */
export const fontFiles = {
  "display-latin": "/fonts/display-latin.eae4a0fc10.woff2",
  "display-arabic": "/fonts/display-arabic.3ca9f4d2d1.woff2",
  "text-latin-400": "/fonts/text-latin-400.f2bb34235c.woff2",
  "text-latin-500": "/fonts/text-latin-500.0a3a4db511.woff2",
  "text-latin-600": "/fonts/text-latin-600.415eae7421.woff2",
  "display-figures": "/fonts/display-figures.eecf5a4721.woff2",
  "text-figures-500": "/fonts/text-figures-500.9afe0f1e3a.woff2",
  "text-figures-600": "/fonts/text-figures-600.51908712bd.woff2",
  "text-arabic-400": "/fonts/text-arabic-400.68d20cd75f.woff2",
  "text-arabic-500": "/fonts/text-arabic-500.28d0c34af9.woff2"
} as const;
