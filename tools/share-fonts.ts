/**
 * Writes the two fonts for the pictures of shared links, as plain TrueType in one weight, because the drawing library
 * cannot read compressed web fonts. Run `node tools/share-fonts.ts` after a change of this file.
 */
import { readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";
import { arabic, punctuation, span } from "./characters.ts";

const characters = {
  latin: [...span(0x20, 0x7e), ...span(0xa0, 0xff), ...punctuation],
  arabic,
};
for (const [script, codes] of Object.entries(characters)) {
  const source = readFileSync(
    `node_modules/@fontsource-variable/readex-pro/files/readex-pro-${script}-wght-normal.woff2`,
  );
  writeFileSync(
    `public/share/readex-${script}.ttf`,
    await subsetFont(source, String.fromCodePoint(...codes), { targetFormat: "sfnt", variationAxes: { wght: 350 } }),
  );
}
