import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/consultancy.053bcd4bd8.svg", width: 640, height: 600 };
export const dark: PictureData = { sources: [], src: "/art/consultancy-dark.581f144bfd.svg", width: 640, height: 600 };
