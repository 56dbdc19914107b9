/**
 * Reduces the site's two font families to the characters that the site uses. Run `node tools/subset-fonts.ts` after a
 * change of this file.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";
import { arabic, codes, punctuation, span } from "./characters.ts";

// Characters of English texts.
const latin = [...span(0x20, 0x7e), ...codes("\u00a0©«®°±µ·»½×"), ...punctuation];
// Accented small letters of borrowed words and names. Few pages load these files. For rarer letters, browsers use a
// system font.
const accents = [0xc9, ...span(0xdf, 0xf6), ...span(0xf8, 0xfd)];
// Characters of the Latin font that Arabic texts use: space, digits and common marks. The Latin letters are in another
// file, which a page without Latin words does not load.
const figures = codes(" !\"%&'()*+,-./0123456789:;?\u00a0\u00ab\u00b7\u00bb\u00d7\u2013\u2014\u2026");

const latinFeatures = ["kern", "liga", "tnum"];
/** The features that join Arabic letters and place marks. Arabic is unreadable if one is missing. */
const arabicFeatures = [
  "init",
  "medi",
  "fina",
  "isol",
  "rlig",
  "liga",
  "calt",
  "ccmp",
  "mark",
  "mkmk",
  "kern",
  "curs",
  "locl",
];

const display = {
  family: "Readex Pro Variable",
  pack: "@fontsource-variable/readex-pro/files/readex-pro",
  weight: "300 500",
};
const text = { family: "IBM Plex Sans", pack: "@fontsource/ibm-plex-sans/files/ibm-plex-sans" };
const textArabic = {
  family: "IBM Plex Sans Arabic",
  pack: "@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic",
};
/** A part of a font, in a file of its own. */
interface Part {
  name: string;
  chars: number[];
  /**
   * The unicode-range of the file in CSS. It may contain characters that the file lacks, if that is shorter to write
   * and no other file has them.
   */
  range: string;
}
const parts = {
  latin: { name: "latin", chars: latin, range: "U+20-7E,U+A0-BF,U+D7,U+2013-2212" },
  /**
   * The same file as `latin`, with a range without the characters of `figures`. With overlapping ranges, a browser
   * would load both files for a digit.
   */
  letters: { name: "latin", chars: latin, range: "U+23-24,U+3C-3E,U+40-7E,U+A9,U+AE-B5,U+BD,U+2018-2022,U+20AC-2212" },
  accents: { name: "accents", chars: accents, range: "U+C9,U+DF-FD" },
  figures: {
    name: "figures",
    chars: figures,
    range: "U+20-22,U+25-3B,U+3F,U+A0,U+AB,U+B7,U+BB,U+D7,U+2013-2014,U+2026",
  },
  arabic: { name: "arabic", chars: arabic, range: "U+600-6FF,U+200C-200D" },
} as const satisfies Record<string, Part>;

const displayFaces = (family: string, names: (keyof typeof parts)[]) =>
  names.map((name) => ({
    key: `display-${parts[name].name}`,
    family,
    weight: display.weight,
    source: `${display.pack}-${name === "arabic" ? "arabic" : "latin"}-wght-normal`,
    part: parts[name],
  }));
const textFaces = (family: string, weight: string, names: Exclude<keyof typeof parts, "arabic">[]) =>
  names.map((name) => ({
    key: `text-${parts[name].name}-${weight}`,
    family,
    weight,
    source: `${text.pack}-latin-${weight}-normal`,
    part: parts[name],
  }));
const faces = [
  ...displayFaces(display.family, ["latin", "accents", "arabic"]),
  ...["400", "500", "600"].flatMap((weight) => textFaces(text.family, weight, ["latin", "accents"])),
  // Arabic pages use other families. Most pages load only `figures` of the Latin font, and `letters` for Latin words.
  ...displayFaces("Readex in Arabic", ["letters", "accents", "figures", "arabic"]),
  // Every page shows an email address, so the weight 400 has all Latin letters in one file.
  ...textFaces("Plex in Arabic", "400", ["latin", "accents"]),
  ...["500", "600"].flatMap((weight) => textFaces("Plex in Arabic", weight, ["letters", "accents", "figures"])),
  // Arabic texts are never heavier than 500 (DESIGN §3), so there is no third file.
  ...["400", "500"].map((weight) => ({
    key: `text-arabic-${weight}`,
    family: textArabic.family,
    weight,
    source: `${textArabic.pack}-arabic-${weight}-normal`,
    part: parts.arabic,
  })),
];

mkdirSync("public/fonts", { recursive: true });
for (const oldFile of readdirSync("public/fonts")) if (oldFile.endsWith(".woff2")) rmSync(`public/fonts/${oldFile}`);
const files: Record<string, string> = {};
let css = "/* Written by tools/subset-fonts.ts. */\n";
for (const { key, family, weight, source, part } of faces) {
  const bytes = await subsetFont(readFileSync(`node_modules/${source}.woff2`), String.fromCodePoint(...part.chars), {
    targetFormat: "woff2",
    noHinting: true,
    keepFeatures: part === parts.arabic ? arabicFeatures : latinFeatures,
    // Arabic headings use the weights 350 and 400. Weights above 400, for the site's name and for initials, would be a
    // third of the file.
    ...(weight.includes(" ") && {
      variationAxes: { wght: { min: 300, max: part === parts.arabic ? 400 : 500, default: 300 } },
    }),
  });
  const name = (files[key] = `/fonts/${key}.${createHash("sha256").update(bytes).digest("hex").slice(0, 10)}.woff2`);
  writeFileSync(`public${name}`, bytes);
  css += `@font-face{font-family:"${family}";src:url(${name}) format("woff2");font-weight:${weight};font-display:optional;unicode-range:${part.range}}\n`;
  console.log(key.padEnd(18), bytes.length);
}
writeFileSync("src/ui/fonts.css", css);

/**
 * The fonts of each language's first screen, which are preloaded because a late font would shift the layout. Menus and
 * buttons use the weight 500. Digits and Latin words of Arabic pages use the Latin text font. No first screen of a
 * phone uses the weight 600, so preloading it would only delay the others.
 */
const firstFaces = {
  en: ["display-latin", "text-latin-400", "text-latin-500"],
  ar: ["display-arabic", "text-arabic-400", "text-arabic-500", "text-latin-400"],
};
const preloaded = Object.entries(firstFaces).map(([locale, keys]) => [locale, keys.map((key) => files[key])]);
writeFileSync(
  "src/ui/preloaded-fonts.ts",
  `/** Written by tools/subset-fonts.ts: for \`<link rel="preload" as="font" crossorigin>\`. */\nexport const preloadedFonts = ${JSON.stringify(Object.fromEntries(preloaded), null, 2)};\n`,
);
