/** Written by scripts/art-site.ts. */
import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/page-head.d62e793120.svg", width: 900, height: 320 };
export const arabic: PictureData = { sources: [], src: "/art/page-head-ar.c972b41133.svg", width: 900, height: 320 };
