/** Written by scripts/art-site.ts. */
import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/hospital-hero.244f491371.svg", width: 1440, height: 820 };
export const arabic: PictureData = { sources: [], src: "/art/hospital-hero-ar.872cf706ba.svg", width: 1440, height: 820 };
