/** Cuts the two families down to what the site writes; run after a change here: `node scripts/subset-fonts.ts`. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import subsetFont from "subset-font";

const span = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);
// English with the accented small letters of borrowed words and names; anything rarer falls to the system's face.
const latin = [...span(0x20, 0x7e), 0xa0, 0xa9, 0xab, 0xae, 0xb0, 0xb1, 0xb5, 0xb7, 0xbb, 0xbd, 0xc9, 0xd7, ...span(0xdf, 0xf6), ...span(0xf8, 0xfd),
  0x2013, 0x2014, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2026, 0x20ac, 0x2122, 0x2212];
// Letters, marks, digits and punctuation of Arabic, with the four Persian letters that foreign names need.
const arabic = [0x60c, 0x61b, 0x61f, ...span(0x621, 0x63a), ...span(0x640, 0x655), ...span(0x660, 0x66c), 0x670, 0x671,
  0x67e, 0x686, 0x6a4, 0x6a9, 0x6af, 0x6cc, 0x200c, 0x200d];

// What Arabic text borrows from Latin: space, digits, common marks. The rest stays away, so that a page without Latin words in a face need not fetch it.
const figures = [..." !\"%&'()*+,-./0123456789:;?\u00a0\u00ab\u00b7\u00bb\u00d7\u2013\u2014\u2026"].map((c) => c.codePointAt(0) ?? 0);
const letters = latin.filter((c) => !figures.includes(c));

const latinFeatures = ["kern", "liga", "tnum"];
/** Arabic joins letters and places marks through these; without one of them words fall apart. */
const arabicFeatures = ["init", "medi", "fina", "isol", "rlig", "liga", "calt", "ccmp", "mark", "mkmk", "kern", "curs", "locl"];

const display = { family: "Readex Pro Variable", pack: "@fontsource-variable/readex-pro/files/readex-pro", weight: "300 500" };
const text = { family: "IBM Plex Sans", pack: "@fontsource/ibm-plex-sans/files/ibm-plex-sans" };
const textArabic = { family: "IBM Plex Sans Arabic", pack: "@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic" };
interface Face {
  key: string;
  family: string;
  weight: string;
  source: string;
  chars: number[];
  /** Used for these only, when not for all it has. */
  range?: number[];
}
const faces: Face[] = [
  { key: "display-latin", ...display, source: `${display.pack}-latin-wght-normal`, chars: latin },
  { key: "display-arabic", ...display, source: `${display.pack}-arabic-wght-normal`, chars: arabic },
  ...["400", "500", "600"].map((weight) => ({ key: `text-latin-${weight}`, ...text, weight, source: `${text.pack}-latin-${weight}-normal`, chars: latin })),
  // On Arabic pages: families of their own, whose faces share no character. Of two that have a digit, a browser would fetch both.
  { key: "display-figures", ...display, family: "Readex in Arabic", source: `${display.pack}-latin-wght-normal`, chars: figures },
  { key: "display-latin", ...display, family: "Readex in Arabic", source: `${display.pack}-latin-wght-normal`, chars: latin, range: letters },
  { key: "display-arabic", ...display, family: "Readex in Arabic", source: `${display.pack}-arabic-wght-normal`, chars: arabic },
  // An e-mail address stands on every page, so the face of 400 comes whole.
  { key: "text-latin-400", family: "Plex in Arabic", weight: "400", source: `${text.pack}-latin-400-normal`, chars: latin },
  ...["500", "600"].flatMap((weight) => [
    { key: `text-figures-${weight}`, family: "Plex in Arabic", weight, source: `${text.pack}-latin-${weight}-normal`, chars: figures },
    { key: `text-latin-${weight}`, family: "Plex in Arabic", weight, source: `${text.pack}-latin-${weight}-normal`, chars: latin, range: letters },
  ]),
  // Arabic is never set heavier than 500 (DESIGN §3), so there is no third file.
  ...["400", "500"].map((weight) => ({ key: `text-arabic-${weight}`, ...textArabic, weight, source: `${textArabic.pack}-arabic-${weight}-normal`, chars: arabic })),
];

function unicodeRange(chars: number[]): string {
  const ranges: [number, number][] = [];
  for (const c of [...chars].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === c - 1) last[1] = c;
    else ranges.push([c, c]);
  }
  const hex = (n: number) => n.toString(16).toUpperCase();
  return ranges.map(([a, b]) => (a === b ? `U+${hex(a)}` : `U+${hex(a)}-${hex(b)}`)).join(",");
}

mkdirSync("public/fonts", { recursive: true });
for (const old of readdirSync("public/fonts")) rmSync(`public/fonts/${old}`);
const files: Record<string, string> = {};
let css = "/* Written by scripts/subset-fonts.ts. */\n";
for (const { key, family, weight, source, chars, range } of faces) {
  const bytes = await subsetFont(readFileSync(`node_modules/${source}.woff2`), String.fromCodePoint(...chars), {
    targetFormat: "woff2", noHinting: true, keepFeatures: chars === arabic ? arabicFeatures : latinFeatures,
    ...(weight.includes(" ") && { variationAxes: { wght: { min: 300, max: 500, default: 300 } } }),
  });
  const name = (files[key] = `/fonts/${key}.${createHash("sha256").update(bytes).digest("hex").slice(0, 10)}.woff2`);
  writeFileSync(`public${name}`, bytes);
  css += `@font-face{font-family:"${family}";src:url(${name}) format("woff2");font-weight:${weight};font-display:optional;unicode-range:${unicodeRange(range ?? chars)}}\n`;
  console.log(key.padEnd(16), bytes.length);
}
writeFileSync("src/ui/fonts.css", css);
writeFileSync("src/ui/font-files.ts", `/** Written by scripts/subset-fonts.ts: the file of each face. */\nexport const fontFiles = ${JSON.stringify(files, null, 2)} as const;\n`);
