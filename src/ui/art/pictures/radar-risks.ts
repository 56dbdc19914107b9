/** Written by scripts/art-site.ts. */
import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/radar-risks.9a9ae4dd02.svg", width: 560, height: 260 };
