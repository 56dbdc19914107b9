import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/hospital-demo.731030b993.svg", width: 1280, height: 420 };
export const arabic: PictureData = {
  sources: [],
  src: "/art/hospital-demo-ar.79b4290c6e.svg",
  width: 1280,
  height: 420,
};
