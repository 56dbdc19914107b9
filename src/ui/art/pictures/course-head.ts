/** Written by scripts/art-site.ts. */
import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/course-head.81e7b30b7a.svg", width: 1000, height: 440 };
export const arabic: PictureData = { sources: [], src: "/art/course-head-ar.c240e4ae7d.svg", width: 1000, height: 440 };
