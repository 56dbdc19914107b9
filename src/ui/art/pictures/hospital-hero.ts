import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/hospital-hero.ed0544a063.svg", width: 1440, height: 820 };
export const arabic: PictureData = {
  sources: [],
  src: "/art/hospital-hero-ar.6b99146635.svg",
  width: 1440,
  height: 820,
};
