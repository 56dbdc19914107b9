import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = {
  sources: [],
  src: "/art/statement-limestone.4fc6025920.svg",
  width: 1440,
  height: 760,
};
