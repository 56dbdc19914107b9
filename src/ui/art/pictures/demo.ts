import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/demo.ead3bcf238.svg", width: 1280, height: 420 };
export const arabic: PictureData = { sources: [], src: "/art/demo-ar.bbde4e6693.svg", width: 1280, height: 420 };
