/** Written by scripts/art-site.ts. */
import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/training-head.5581468969.svg", width: 1000, height: 520 };
export const arabic: PictureData = { sources: [], src: "/art/training-head-ar.1ed8f5010a.svg", width: 1000, height: 520 };
