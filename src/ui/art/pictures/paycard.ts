import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/paycard.bcbad18580.svg", width: 520, height: 320 };
