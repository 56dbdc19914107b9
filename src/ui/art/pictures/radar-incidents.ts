import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = {
  sources: [],
  src: "/art/radar-incidents.14d71e4322.svg",
  width: 560,
  height: 260,
};
