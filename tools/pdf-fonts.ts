/**
 * Writes the faces of PDFs as plain TrueType, which pdfkit reads fastest: those of text whole, because a name may hold
 * any letter, those of titles cut out of the site's variable font at one weight each. Run after a change here or of a
 * font's package: `node tools/pdf-fonts.ts`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";
import { span } from "./characters.ts";

const folder = "src/features/invoices/fonts";
const letters = (first: number, last: number) => String.fromCodePoint(...span(first, last));
const write = (name: string, bytes: Buffer) => {
  writeFileSync(`${folder}/${name}.ttf`, bytes);
  console.log(name.padEnd(18), bytes.length);
};

for (const [family, script, weights] of [
  ["ibm-plex-sans", "latin", [400, 500, 600]],
  ["ibm-plex-sans", "latin-ext", [400, 500]],
  ["ibm-plex-sans-arabic", "arabic", [400, 500]],
] as const)
  for (const weight of weights) {
    const source = readFileSync(`node_modules/@fontsource/${family}/files/${family}-${script}-${weight}-normal.woff2`);
    write(
      `text-${script}-${weight}`,
      await subsetFont(source, "", { targetFormat: "sfnt", keepAllGlyphs: true, noHinting: true }),
    );
  }

/** Titles and the site's name: our own words, never a person's. */
for (const { script, text, wght, keepFeatures } of [
  { script: "latin", text: letters(0x20, 0x7e), wght: 300, keepFeatures: ["kern", "liga"] },
  {
    script: "arabic",
    text: ` ${letters(0x621, 0x63a)}${letters(0x640, 0x652)}`,
    wght: 350,
    keepFeatures: ["init", "medi", "fina", "isol", "rlig", "liga", "calt", "ccmp", "mark", "mkmk", "kern", "curs"],
  },
]) {
  const source = readFileSync(
    `node_modules/@fontsource-variable/readex-pro/files/readex-pro-${script}-wght-normal.woff2`,
  );
  const options = { targetFormat: "sfnt", noHinting: true, keepFeatures, variationAxes: { wght } } as const;
  write(`display-${script}`, await subsetFont(source, text, options));
}
