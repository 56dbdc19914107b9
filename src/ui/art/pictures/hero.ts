/** Written by scripts/art-site.ts. */
import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/hero.e410a530b5.svg", width: 1440, height: 760 };
export const arabic: PictureData = { sources: [], src: "/art/hero-ar.c7764f0fcc.svg", width: 1440, height: 760 };
export const mobile: PictureData = { sources: [], src: "/art/hero-mobile.22d3c4219f.svg", width: 780, height: 800 };
