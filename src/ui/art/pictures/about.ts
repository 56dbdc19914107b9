import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/about.ef6c126a31.svg", width: 560, height: 920 };
