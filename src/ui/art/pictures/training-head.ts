import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/training-head.ff8c9be2b3.svg", width: 1000, height: 520 };
export const arabic: PictureData = {
  sources: [],
  src: "/art/training-head-ar.91e3d25345.svg",
  width: 1000,
  height: 520,
};
