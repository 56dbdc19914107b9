/** Cuts the two families down to what the site writes; run after a change here: `node tools/subset-fonts.ts`. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";
import { arabic, codes, punctuation, span } from "./characters.ts";

// What English is written with.
const latin = [...span(0x20, 0x7e), ...codes("\u00a0©«®°±µ·»½×"), ...punctuation];
// The accented small letters of borrowed words and names, in files few pages fetch; anything rarer falls to the
// system's face.
const accents = [0xc9, ...span(0xdf, 0xf6), ...span(0xf8, 0xfd)];
// What Arabic text borrows from Latin: space, digits, common marks. The rest stays away, so that a page without Latin
// words in a face need not fetch it.
const figures = codes(" !\"%&'()*+,-./0123456789:;?\u00a0\u00ab\u00b7\u00bb\u00d7\u2013\u2014\u2026");

const latinFeatures = ["kern", "liga", "tnum"];
/** Arabic joins letters and places marks through these; without one of them words fall apart. */
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
interface Part {
  name: string;
  chars: number[];
  /**
   * The unicode-range of this file: wider than what it has where that is shorter to write and no other file has the
   * rest.
   */
  range: string;
}
const parts = {
  latin: { name: "latin", chars: latin, range: "U+20-7E,U+A0-BF,U+D7,U+2013-2212" },
  /**
   * The file of the former, for what the figures' file lacks: while that loads a browser fetches every other that may
   * have the character.
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
  // On Arabic pages: families of their own, whose faces share no character.
  ...displayFaces("Readex in Arabic", ["letters", "accents", "figures", "arabic"]),
  // An e-mail address stands on every page, so the face of 400 comes whole.
  ...textFaces("Plex in Arabic", "400", ["latin", "accents"]),
  ...["500", "600"].flatMap((weight) => textFaces("Plex in Arabic", weight, ["letters", "accents", "figures"])),
  // Arabic is never set heavier than 500 (DESIGN §3), so there is no third file.
  ...["400", "500"].map((weight) => ({
    key: `text-arabic-${weight}`,
    family: textArabic.family,
    weight,
    source: `${textArabic.pack}-arabic-${weight}-normal`,
    part: parts.arabic,
  })),
];

mkdirSync("public/fonts", { recursive: true });
for (const old of readdirSync("public/fonts")) if (old.endsWith(".woff2")) rmSync(`public/fonts/${old}`);
const files: Record<string, string> = {};
let css = "/* Written by tools/subset-fonts.ts. */\n";
for (const { key, family, weight, source, part } of faces) {
  const bytes = await subsetFont(readFileSync(`node_modules/${source}.woff2`), String.fromCodePoint(...part.chars), {
    targetFormat: "woff2",
    noHinting: true,
    keepFeatures: part === parts.arabic ? arabicFeatures : latinFeatures,
    // Arabic headings are 350 and 400; the part of the axis above 400, for the name beside the mark and for initials,
    // would be a third of the file.
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
 * The faces of a language's first screen. Digits and Latin words of an Arabic page come with the text face, and menus
 * and buttons are drawn in 500: a late face would shift them. No first screen of a phone is drawn in 600, so that face
 * would only delay the others.
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
