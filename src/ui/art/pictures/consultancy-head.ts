import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = {
  sources: [],
  src: "/art/consultancy-head.4347f1e869.svg",
  width: 900,
  height: 420,
};
export const arabic: PictureData = {
  sources: [],
  src: "/art/consultancy-head-ar.3f78e11a2f.svg",
  width: 900,
  height: 420,
};
