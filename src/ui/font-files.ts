/** Written by tools/subset-fonts.ts: the file of each face. */
export const fontFiles = {
  "display-latin": "/fonts/display-latin.f89e2594ac.woff2",
  "display-accents": "/fonts/display-accents.756b2106c9.woff2",
  "display-arabic": "/fonts/display-arabic.e38c5d07f6.woff2",
  "text-latin-400": "/fonts/text-latin-400.fe7d518aa2.woff2",
  "text-accents-400": "/fonts/text-accents-400.b7247948cc.woff2",
  "text-latin-500": "/fonts/text-latin-500.0a3e27dffc.woff2",
  "text-accents-500": "/fonts/text-accents-500.fe810c62f5.woff2",
  "text-latin-600": "/fonts/text-latin-600.b2c63d3f9c.woff2",
  "text-accents-600": "/fonts/text-accents-600.17ad9bd47c.woff2",
  "display-figures": "/fonts/display-figures.eecf5a4721.woff2",
  "text-figures-500": "/fonts/text-figures-500.9afe0f1e3a.woff2",
  "text-figures-600": "/fonts/text-figures-600.51908712bd.woff2",
  "text-arabic-400": "/fonts/text-arabic-400.68d20cd75f.woff2",
  "text-arabic-500": "/fonts/text-arabic-500.28d0c34af9.woff2",
} as const;
