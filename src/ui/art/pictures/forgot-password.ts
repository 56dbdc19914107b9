import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = {
  sources: [],
  src: "/art/forgot-password.dd662da38c.svg",
  width: 760,
  height: 1000,
};
