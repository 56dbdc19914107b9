import type { PictureData } from "#ui/picture.tsx";

export const picture: PictureData = { sources: [], src: "/art/hero.da50dbd411.svg", width: 1440, height: 760 };
export const arabic: PictureData = { sources: [], src: "/art/hero-ar.c042d64755.svg", width: 1440, height: 760 };
export const mobile: PictureData = { sources: [], src: "/art/hero-mobile.3999470fbb.svg", width: 780, height: 800 };
