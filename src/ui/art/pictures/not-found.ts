import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/not-found.129629667e.svg", width: 640, height: 640 };
export const mobile: PictureData = {
  sources: [],
  src: "/art/not-found-mobile.bb3fb93548.svg",
  width: 780,
  height: 390,
};
