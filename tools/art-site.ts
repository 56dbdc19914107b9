/** Draws the site's fixed pictures into public/art and lists them: `node tools/art-site.ts`. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import sharp from "sharp";
import { art } from "./art/art.ts";
import { mark } from "./art/marks.ts";
import { sitePictures } from "./art/site-pictures.ts";

const dir = "public/art";
mkdirSync(dir, { recursive: true });
for (const old of readdirSync(dir)) rmSync(`${dir}/${old}`);

function write(name: string, ext: string, bytes: string | Buffer): string {
  const file = `${name}.${createHash("sha256").update(bytes).digest("hex").slice(0, 10)}.${ext}`;
  writeFileSync(`${dir}/${file}`, bytes);
  return `/art/${file}`;
}

// SVG, not AVIF: sent compressed, the 1440-wide hero is 7 kB against 15 kB (32 kB for dense screens), sharp at any
// size.
let sent = 0;
const ends: Record<string, string> = { "-ar": "arabic", "-mobile": "mobile", "-dark": "dark" };
const modules = new Map<string, string[]>();
for (const [name, options] of Object.entries(sitePictures)) {
  const svg = art(options);
  sent += brotliCompressSync(svg).length;
  const end = /-(?:ar|mobile|dark)$/.exec(name)?.[0] ?? "";
  const of = name.slice(0, name.length - end.length);
  modules.set(of, [
    ...(modules.get(of) ?? []),
    `export const ${ends[end] ?? "picture"}: PictureData = { sources: [], src: "${write(name, "svg", svg)}", width: ${options.width}, height: ${options.height} };\n`,
  ]);
}
// One module a picture, so that a page brings its own pictures only.
const lists = "src/ui/art/pictures";
rmSync(lists, { recursive: true, force: true });
mkdirSync(lists);
for (const [name, lines] of modules)
  writeFileSync(
    `${lists}/${name}.ts`,
    `/** Written by tools/art-site.ts. */\nimport type { PictureData } from "#ui/picture.tsx";\n\n${lines.join("")}`,
  );

const badge = Buffer.from(mark({ size: 132, star: "#F4EFE3", leaf: "#062B27", spark: "#C9821A" }));
const share = await sharp(Buffer.from(art({ ...sitePictures["hero"], seed: "nama-hero-3", width: 1200, height: 630 })))
  .composite([{ input: badge, left: 96, top: 249 }])
  .jpeg({ quality: 74, mozjpeg: true })
  .toBuffer();
const touch = await sharp(Buffer.from(mark({ size: 180 })))
  .flatten({ background: "#FBFCFA" })
  .png({ compressionLevel: 9, palette: true })
  .toBuffer();

writeFileSync(
  "src/ui/art/icons.ts",
  `/** Written by tools/art-site.ts. */

/** Icon of the tab, icon of a phone's home screen, picture of a shared link (1200 × 630). */
export const siteIcons = { tab: "${write("mark", "svg", mark({ size: 48 }))}", touch: "${write("touch", "png", touch)}", share: "${write("share", "jpg", share)}" };
`,
);
console.log(
  Object.keys(sitePictures).length,
  "pictures,",
  Math.round(sent / 1024),
  "kB sent in all; share",
  share.length,
);
