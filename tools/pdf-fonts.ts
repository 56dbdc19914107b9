/**
 * Writes the fonts of PDFs as plain TrueType, which pdfkit reads fastest, and the list of letters that they can print.
 * Each font keeps all letters of its family, because a name may contain any letter. Latin, Greek and Cyrillic are in
 * one file, so that a name never needs two files as it does on the site. Run `node tools/pdf-fonts.ts` after a change
 * of this file or of a font package.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { create } from "fontkit";
import subsetFont from "subset-font";
import { span } from "./characters.ts";

const folder = "src/platform/pdf/fonts";
const faces = new Map<string, Buffer>();
const writeFont = (name: string, bytes: Buffer) => {
  faces.set(name, bytes);
  writeFileSync(`${folder}/${name}.ttf`, bytes);
  console.log(name.padEnd(18), bytes.length);
};
const readPackageFile = (path: string) => readFileSync(`node_modules/${path}`);
const toText = (...ranges: [number, number][]) =>
  String.fromCodePoint(...ranges.flatMap(([first, last]) => span(first, last)));
const plain = { targetFormat: "sfnt", noHinting: true } as const;

/** Latin, Greek and Cyrillic letters and marks, digits, punctuation and currency signs. */
const letters = toText(
  [0x20, 0x24f],
  [0x2b0, 0x36f],
  [0x370, 0x52f],
  [0x1e00, 0x1eff],
  [0x2010, 0x2044],
  [0x20a0, 0x20bf],
  [0x2116, 0x2116],
  [0x2122, 0x2122],
  [0x2212, 0x2212],
  [0xfb01, 0xfb02],
);
const latin = { ...plain, keepFeatures: ["ccmp", "kern", "liga", "mark", "mkmk"] };
for (const [name, file] of [
  ["text-latin-400", "ibm-plex-sans/400Regular/IBMPlexSans_400Regular"],
  ["text-latin-500", "ibm-plex-sans/500Medium/IBMPlexSans_500Medium"],
  ["text-latin-600", "ibm-plex-sans/600SemiBold/IBMPlexSans_600SemiBold"],
  ["display-latin", "readex-pro/300Light/ReadexPro_300Light"],
] as const)
  writeFont(name, await subsetFont(readPackageFile(`@expo-google-fonts/${file}.ttf`), letters, latin));

/** This weight is used only for the site's name. */
const boldDisplay = readPackageFile("@expo-google-fonts/readex-pro/600SemiBold/ReadexPro_600SemiBold.ttf");
writeFont("display-latin-600", await subsetFont(boldDisplay, String.fromCodePoint(...span(0x20, 0x7e)), latin));

/** Includes the punctuation between Arabic words, because PDF readers end a line at a bracket of another font. */
const arabicLetters = toText(
  [0x20, 0x2f],
  [0x3a, 0x40],
  [0x5b, 0x5b],
  [0x5d, 0x5d],
  [0xab, 0xab],
  [0xb7, 0xb7],
  [0xbb, 0xbb],
  [0x600, 0x6ff],
  [0x750, 0x77f],
  [0x8a0, 0x8ff],
  [0x200c, 0x200d],
  [0x2010, 0x2026],
  [0x2212, 0x2212],
  [0xfb50, 0xfdff],
  [0xfe70, 0xfeff],
);
const arabic = { ...plain, keepFeatures: [...latin.keepFeatures, "calt", "fina", "init", "medi", "rlig"] };
for (const [name, file] of [
  ["text-arabic-400", "400Regular/IBMPlexSansArabic_400Regular"],
  ["text-arabic-500", "500Medium/IBMPlexSansArabic_500Medium"],
] as const)
  writeFont(
    name,
    await subsetFont(readPackageFile(`@expo-google-fonts/ibm-plex-sans-arabic/${file}.ttf`), arabicLetters, arabic),
  );

/** Titles use weights of the site's variable font, because the weight 350 has no font file. */
const variableDisplay = readPackageFile("@fontsource-variable/readex-pro/files/readex-pro-arabic-wght-normal.woff2");
for (const [name, wght] of [
  ["display-arabic", 350],
  ["display-arabic-500", 500],
] as const)
  writeFont(name, await subsetFont(variableDisplay, "", { ...plain, keepAllGlyphs: true, variationAxes: { wght } }));

/** Documents print a letter if one of these two fonts has it, because every text falls back to them. */
const codes = ["text-latin-400", "text-arabic-400"].flatMap(
  (name) => create(faces.get(name) ?? Buffer.alloc(0)).characterSet,
);
const ranges: [number, number][] = [];
for (const code of [...new Set(codes)].toSorted((one, other) => one - other).filter((code) => code >= 0x20)) {
  const last = ranges.at(-1);
  if (last?.[1] === code - 1) last[1] = code;
  else ranges.push([code, code]);
}
writeFileSync(
  "src/i18n/printable-ranges.ts",
  `/** Written by tools/pdf-fonts.ts: code points that documents can print, first and last of each range. */
export const printableRanges: readonly (readonly [number, number])[] = ${JSON.stringify(ranges)};
`,
);
