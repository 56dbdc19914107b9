/** Written by scripts/art-site.ts. */
import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/learning-head.00d57ab2be.svg", width: 1060, height: 560 };
export const arabic: PictureData = { sources: [], src: "/art/learning-head-ar.cc27df589f.svg", width: 1060, height: 560 };
