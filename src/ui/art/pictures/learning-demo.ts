import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/learning-demo.8427baebc8.svg", width: 1280, height: 420 };
export const arabic: PictureData = {
  sources: [],
  src: "/art/learning-demo-ar.b641efba4c.svg",
  width: 1280,
  height: 420,
};
