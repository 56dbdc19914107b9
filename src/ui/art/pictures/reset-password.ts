import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = {
  sources: [],
  src: "/art/reset-password.98d479587c.svg",
  width: 760,
  height: 1000,
};
