/** Written by scripts/art-site.ts. */
import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/digital-health-hero.55f2d72de6.svg", width: 1440, height: 820 };
export const arabic: PictureData = { sources: [], src: "/art/digital-health-hero-ar.1c31891dae.svg", width: 1440, height: 820 };
