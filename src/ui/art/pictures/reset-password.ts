/** Written by scripts/art-site.ts. */
import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/reset-password.e87450ea59.svg", width: 760, height: 1000 };
