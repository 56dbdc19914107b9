import { newsLead, newsTile, type PictureShape } from "#features/media/picture-shapes.ts";
import type { PictureData } from "#ui/picture.tsx";

/** For browsers without AVIF and WebP: one of the widths of every shape. */
const fallbackWidth = 720;

function picture(base: string, { suffix, widths, width, height }: PictureShape): PictureData {
  const file = (pixels: number, type: string) => `/admin/images/news/${base}${suffix}-${pixels}.${type}`;
  const srcSet = (type: string) => widths.map((pixels) => `${file(pixels, type)} ${pixels}w`).join(", ");
  return {
    sources: [
      { type: "image/avif", srcSet: srcSet("avif") },
      { type: "image/webp", srcSet: srcSet("webp") },
    ],
    src: file(fallbackWidth, "webp"),
    width: fallbackWidth,
    height: Math.round((fallbackWidth * height) / width),
  };
}

export const newsPicture = (image: string): PictureData => picture(image, newsTile);

export const newsLeadPicture = (image: string): PictureData => picture(image, newsLead);
