/**
 * Cuts the display faces of PDFs out of the site's variable font, at one weight each; run after a change here: `node
 * scripts/pdf-fonts.ts`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";

const span = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join("");
/** Titles and the site's name: our own words, never a person's. */
const faces = [
  { name: "display-latin", part: "latin", letters: span(0x20, 0x7e), wght: 300, keepFeatures: ["kern", "liga"] },
  {
    name: "display-arabic",
    part: "arabic",
    letters: ` ${span(0x621, 0x63a)}${span(0x640, 0x652)}`,
    wght: 350,
    keepFeatures: ["init", "medi", "fina", "isol", "rlig", "liga", "calt", "ccmp", "mark", "mkmk", "kern", "curs"],
  },
];
for (const { name, part, letters, wght, keepFeatures } of faces) {
  const source = readFileSync(
    `node_modules/@fontsource-variable/readex-pro/files/readex-pro-${part}-wght-normal.woff2`,
  );
  const bytes = await subsetFont(source, letters, {
    targetFormat: "sfnt",
    noHinting: true,
    keepFeatures,
    variationAxes: { wght },
  });
  writeFileSync(`src/features/invoicing/fonts/${name}.ttf`, bytes);
  console.log(name.padEnd(18), bytes.length);
}
