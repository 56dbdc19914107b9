/** Written by scripts/art-site.ts. */
import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/consultancy.0447a2d27e.svg", width: 640, height: 600 };
export const dark: PictureData = { sources: [], src: "/art/consultancy-dark.7bfa9b89d0.svg", width: 640, height: 600 };
