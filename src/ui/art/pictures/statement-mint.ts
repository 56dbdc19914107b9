import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = {
  sources: [],
  src: "/art/statement-mint.4bcda60c3f.svg",
  width: 1440,
  height: 760,
};
