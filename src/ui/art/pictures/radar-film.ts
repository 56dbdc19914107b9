/** Written by scripts/art-site.ts. */
import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/radar-film.7abf5d259b.svg", width: 1120, height: 630 };
