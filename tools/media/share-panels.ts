/**
 * The drawn half of the pictures of shared links: one for each page, and the site's for whatever has none of its own.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { demoPageMeta } from "../../db/demo/page-meta.ts";
import { ogImageSize, panelWidth } from "../../src/site/seo/og-image-layout.ts";
import { art, type ArtOptions } from "../art/art.ts";
import { sitePictures } from "../art/site-pictures.ts";

/** The site's own picture of a page, where it has one. */
const pageArt: Record<string, keyof typeof sitePictures> = {
  site: "hero",
  home: "hero",
  "medical-training-center": "training-head",
  "nama-learning-management": "learning-head",
  "hospital-information-system": "hospital-demo",
  "consultancy-services": "consultancy-dark",
  "about-us": "about",
  "about-us-arabic": "about",
};

function drawPanel(slug: string): string {
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

/** Writes an SVG for each page into a new folder. */
export function writePanels(folder: string): void {
  mkdirSync(folder);
  for (const slug of ["site", ...demoPageMeta.map((page) => page.slug)])
    writeFileSync(`${folder}/${slug}.svg`, drawPanel(slug));
}
