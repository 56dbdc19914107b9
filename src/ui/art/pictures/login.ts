import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/login.8227535ad5.svg", width: 760, height: 1000 };
