/** Written by scripts/art-site.ts. */
import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/hospital-demo.9d7396d93b.svg", width: 1280, height: 420 };
export const arabic: PictureData = { sources: [], src: "/art/hospital-demo-ar.aa55161d59.svg", width: 1280, height: 420 };
