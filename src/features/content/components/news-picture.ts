import { contentPicture } from "#features/content/media/content-picture.ts";
import { newsLead, newsTile, type PictureShape } from "#features/content/media/picture-shapes.ts";
import type { ImageDetails } from "#features/content/media/uploaded-picture.ts";
import type { PictureData } from "#ui/picture.tsx";

/** For browsers without AVIF and WebP: one of the widths of every shape. */
const fallbackWidth = 720;

interface PictureOf {
  image: string;
  image_details?: ImageDetails | null | undefined;
}

function picture({ image, image_details }: PictureOf, { suffix, widths, width, height }: PictureShape): PictureData {
  const file = (pixels: number, type: string) => `/admin/images/news/${image}${suffix}-${pixels}.${type}`;
  const srcSet = (type: string) => widths.map((pixels) => `${file(pixels, type)} ${pixels}w`).join(", ");
  return contentPicture(image, image_details, {
    sources: [
      { type: "image/avif", srcSet: srcSet("avif") },
      { type: "image/webp", srcSet: srcSet("webp") },
    ],
    src: file(fallbackWidth, "webp"),
    width: fallbackWidth,
    height: Math.round((fallbackWidth * height) / width),
  });
}

export const newsPicture = (story: PictureOf): PictureData => picture(story, newsTile);

export const newsLeadPicture = (story: PictureOf): PictureData => picture(story, newsLead);
