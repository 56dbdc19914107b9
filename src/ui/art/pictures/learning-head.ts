import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/learning-head.9f50d46768.svg", width: 1060, height: 560 };
export const arabic: PictureData = {
  sources: [],
  src: "/art/learning-head-ar.150e372d2c.svg",
  width: 1060,
  height: 560,
};
