import type { PictureData } from "#ui/picture.tsx";

function picture(base: string, widths: readonly [number, number, number], height: number): PictureData {
  const file = (width: number, type: string) => `/admin/images/news/${base}-${width}.${type}`;
  const srcSet = (type: string) => widths.map((width) => `${file(width, type)} ${width}w`).join(", ");
  return {
    sources: [
      { type: "image/avif", srcSet: srcSet("avif") },
      { type: "image/webp", srcSet: srcSet("webp") },
    ],
    src: file(widths[1], "webp"),
    width: widths[1],
    height,
  };
}

/** The picture of a story in a list; `image` is the base name in the story. */
export const newsPicture = (image: string) => picture(image, [320, 640, 960], 400);

/** The same, larger and in the shape of the lead picture. */
export const newsLeadPicture = (image: string) => picture(`${image}-lead`, [450, 900, 1350], 560);
