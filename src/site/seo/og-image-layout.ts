import { art, type ArtOptions } from "#ui/art/art.ts";
import { mark } from "#ui/art/marks.ts";
import { palettes } from "#ui/art/palettes.ts";
import { sitePictures } from "#ui/art/site-pictures.ts";

/** In pixels. */
export const ogImageSize = { width: 1200, height: 630 };
export const panelWidth = 536;
export const margin = 72;
export const titleWidth = ogImageSize.width - panelWidth - 2 * margin;

const pageArt: Record<string, keyof typeof sitePictures> = {
  site: "hero",
  home: "hero",
  courses: "training-film",
  "medical-training-center": "training-head",
  "nama-learning-management": "learning-head",
  "digital-health-solutions": "radar-film",
  "hospital-information-system": "hospital-demo",
  "consultancy-services": "consultancy-dark",
  "about-us": "about",
  "about-us-arabic": "about",
};

/** For a page, or for a course or story without a picture; always the same for a slug. */
export function drawnPanel(slug: string): string {
  const name = pageArt[slug];
  const { seed, kind, palette, lattice }: ArtOptions = (name && sitePictures[name]) || { seed: `share-${slug}` };
  return art({
    seed,
    ...(kind && { kind }),
    ...(palette && { palette }),
    ...(lattice && { lattice }),
    width: panelWidth,
    height: ogImageSize.height,
    focus: "center",
    scale: 0.82,
  });
}

export function ground(rtl: boolean): string {
  const { width, height } = ogImageSize;
  const { ground: top, ground2: bottom, spark } = palettes.palm;
  const x = rtl ? width - margin - 56 : margin;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><linearGradient id="g" x1="${rtl ? 1 : 0}" y1="0" x2="${rtl ? 0 : 1}" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs><rect width="${width}" height="${height}" fill="url(#g)"/><rect x="${x}" y="${height - margin - 4}" width="56" height="4" rx="2" fill="${spark}"/></svg>`;
}

export const ogLogoSvg = (size: number): string => mark({ size, star: "#F4EFE3", leaf: "#062B27", spark: "#C9821A" });

/** Pango markup: the text is escaped. */
export function markup(text: string, colour: string): string {
  const safe = text
    .replace(/\p{Cc}/gu, " ")
    .replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? "");
  return `<span foreground="${colour}">${safe}</span>`;
}
