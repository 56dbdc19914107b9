/**
 * Draws the home page's 44 pictures and four banners into db/demo/media and lists them: `node tools/media-gallery.ts`.
 */
import { writeFileSync } from "node:fs";
import {
  bannerMobile,
  bannerWide,
  bannerWideArabic,
  galleryShape,
} from "../src/features/content/media/picture-shapes.ts";
import { palettes, type Motif, type Palette, type PaletteName } from "../src/ui/art/palettes.ts";
import { keepOnly, writePicture } from "./media/pictures.ts";

const media = new URL("../db/demo/media/", import.meta.url);

// Nine motifs over four palettes: no two neighbours share one, the last and the first neither.
const motifs: Motif[] = ["flow", "cross", "wells", "radar", "molecule", "frond", "helix", "rosette", "ecg"];
const dark: PaletteName[] = ["night", "palm", "khuzama", "oasis"];
const folder = new URL("gallery/", media);
const bases: string[] = [];
const slides: string[] = [];
for (let i = 0; i < 44; i++) {
  const name = `slide-${String(i + 1).padStart(2, "0")}`;
  const motif = motifs[i % motifs.length] ?? "plain";
  const base = await writePicture(folder, name, [
    { ...galleryShape, seed: name, kind: motif, palette: dark[i % dark.length] ?? "night", focus: "center" },
  ]);
  bases.push(base);
  slides.push(
    `  { file: "${base}", motif: "${motif}", width: ${galleryShape.width}, height: ${galleryShape.height} },`,
  );
}
await keepOnly(folder, bases);
writeFileSync(
  "src/features/content/media/gallery.ts",
  `/** Written by tools/media-gallery.ts: the 44 pictures of the home page, in order. */
import type { Motif } from "#ui/art/palettes.ts";

/** \`file\` lies under /admin/images/gallery/ and lacks width and format. */
export interface GallerySlide {
  file: string;
  motif: Motif;
  width: number;
  height: number;
}

export const gallerySlides: readonly GallerySlide[] = [
${slides.join("\n")}
];
`,
);

/** Oasis, two steps darker: text lies on a banner. */
const deepOasis: Palette = {
  ...palettes.oasis,
  ground: "#0C5F54",
  ground2: "#073A34",
  tileA: "#17897A",
  tileB: "#B4E0D5",
};
const banners = {
  "home-care": { seed: "nama-hero-3", kind: "ecg", palette: "palm", lattice: "octagon", scale: 0.92 },
  "home-systems": { seed: "home-systems-2", kind: "flow", palette: "khuzama", lattice: "khatam", scale: 0.86 },
  "home-radar": { seed: "home-radar-1", kind: "radar", palette: "night", lattice: "octagon", scale: 0.86 },
  "home-growth": { seed: "home-growth-1", kind: "frond", palette: deepOasis, lattice: "dodeca", scale: 0.82 },
} as const;
const bannerFolder = new URL("banners/", media);
const files: Record<string, string> = {};
for (const [name, look] of Object.entries(banners)) {
  const wide = { ...look, quiet: 0.5 };
  files[name] = await writePicture(bannerFolder, name, [
    { ...bannerWide, ...wide },
    { ...bannerWideArabic, ...wide, rtl: true },
    { ...bannerMobile, ...look, scale: look.scale * 0.87, focus: "center" },
  ]);
}
await keepOnly(bannerFolder, Object.values(files));
writeFileSync(new URL("banners.json", media), `${JSON.stringify(files, null, 2)}\n`);
console.log(slides.length, "slides,", Object.keys(files).length, "banners");
