import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/register.6532e76d2c.svg", width: 760, height: 1000 };
