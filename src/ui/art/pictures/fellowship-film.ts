/** Written by scripts/art-site.ts. */
import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/fellowship-film.17d208909f.svg", width: 1120, height: 630 };
