import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/radar-audits.dbeec522d9.svg", width: 560, height: 260 };
