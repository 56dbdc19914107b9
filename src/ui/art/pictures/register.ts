/** Written by scripts/art-site.ts. */
import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/register.d916c9b582.svg", width: 760, height: 1000 };
