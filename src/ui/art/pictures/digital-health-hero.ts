import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = {
  sources: [],
  src: "/art/digital-health-hero.1057f98665.svg",
  width: 1440,
  height: 820,
};
export const arabic: PictureData = {
  sources: [],
  src: "/art/digital-health-hero-ar.a31fbf973e.svg",
  width: 1440,
  height: 820,
};
