/** Written by scripts/art-site.ts. */
import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/demo.403b47d6b2.svg", width: 1280, height: 420 };
export const arabic: PictureData = { sources: [], src: "/art/demo-ar.036c3dec17.svg", width: 1280, height: 420 };
