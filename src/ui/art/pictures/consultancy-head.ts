/** Written by scripts/art-site.ts. */
import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/consultancy-head.cfee885315.svg", width: 900, height: 420 };
export const arabic: PictureData = { sources: [], src: "/art/consultancy-head-ar.ee9b9d6cbe.svg", width: 900, height: 420 };
