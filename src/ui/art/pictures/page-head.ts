import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/page-head.a4fa8e091e.svg", width: 900, height: 320 };
export const arabic: PictureData = { sources: [], src: "/art/page-head-ar.16fa4192ec.svg", width: 900, height: 320 };
