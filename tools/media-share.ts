/**
 * Makes the icons of home screens, and the drawings and faces that pictures of shared links are made of: `node
 * tools/media-share.ts`.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import sharp from "sharp";
import subsetFont from "subset-font";
import { mark } from "./art/marks.ts";
import { arabic, span } from "./characters.ts";
import { writePanels } from "./media/share-panels.ts";

for (const dir of ["public/icons", "public/share"]) {
  mkdirSync(dir, { recursive: true });
  for (const old of readdirSync(dir)) rmSync(`${dir}/${old}`, { recursive: true });
}

const paper = "#FBFCFA";
/** The mark on its ground; `share` is how much of the square it takes. */
async function icon(size: number, share: number, background?: string): Promise<Buffer> {
  const inner = Math.round(size * share);
  const drawn = await sharp(Buffer.from(mark({ size: inner })))
    .png()
    .toBuffer();
  const empty = sharp({
    create: { width: size, height: size, channels: 4, background: background ?? { r: 0, g: 0, b: 0, alpha: 0 } },
  });
  const at = Math.round((size - inner) / 2);
  return empty
    .composite([{ input: drawn, left: at, top: at }])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();
}

function keep(name: string, bytes: Buffer): string {
  const file = `/icons/${name}.${createHash("sha256").update(bytes).digest("hex").slice(0, 10)}.png`;
  writeFileSync(`public${file}`, bytes);
  return file;
}

/** Maskable: a launcher may cut away all but the inner circle of four fifths, so the mark stays well inside it. */
const files = {
  small: keep("icon-192", await icon(192, 1)),
  large: keep("icon-512", await icon(512, 1)),
  maskable: keep("maskable-512", await icon(512, 0.62, paper)),
};
writeFileSync(
  "src/site/seo/icon-files.ts",
  `/** Written by tools/media-share.ts: 192 and 512 pixels, and a maskable one of 512. */\nexport const iconFiles = ${JSON.stringify(files)};\n`,
);

/** An .ico is a table of contents before PNG files. */
function ico(pictures: { size: number; png: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    head.writeUInt8(size, at);
    head.writeUInt8(size, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}
writeFileSync(
  "public/favicon.ico",
  ico(await Promise.all([16, 32, 48].map(async (size) => ({ size, png: await icon(size, 1) })))),
);

const characters = {
  latin: [
    ...span(0x20, 0x7e),
    ...span(0xa0, 0xff),
    0x2013,
    0x2014,
    0x2018,
    0x2019,
    0x201c,
    0x201d,
    0x2022,
    0x2026,
    0x20ac,
    0x2122,
    0x2212,
  ],
  arabic,
};
// Plain TrueType in one weight: what draws the pictures reads no compressed web font.
for (const [script, codes] of Object.entries(characters)) {
  const source = readFileSync(
    `node_modules/@fontsource-variable/readex-pro/files/readex-pro-${script}-wght-normal.woff2`,
  );
  writeFileSync(
    `public/share/readex-${script}.ttf`,
    await subsetFont(source, String.fromCodePoint(...codes), { targetFormat: "sfnt", variationAxes: { wght: 350 } }),
  );
}
writePanels("public/share/panels");
