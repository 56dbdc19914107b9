/** Written by scripts/art-site.ts. */
import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/learning-demo.f2557dcb1e.svg", width: 1280, height: 420 };
export const arabic: PictureData = { sources: [], src: "/art/learning-demo-ar.c8ffc28baf.svg", width: 1280, height: 420 };
