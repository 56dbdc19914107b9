/**
 * Cuts the two faces that the pictures of shared links are drawn with: plain TrueType in one weight, because what draws
 * them reads no compressed web font. Run after a change here: `node tools/share-fonts.ts`.
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
