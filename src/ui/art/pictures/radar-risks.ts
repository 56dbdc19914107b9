import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/radar-risks.2cdc12852d.svg", width: 560, height: 260 };
