/** Written by scripts/art-site.ts. */
import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/radar-audits.3a1b3ef93a.svg", width: 560, height: 260 };
