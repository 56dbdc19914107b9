import { contentPicture } from "#features/content/media/content-picture.ts";
import type { ImageDetails } from "#features/content/media/uploaded-picture.ts";
import type { PictureData } from "#ui/picture.tsx";

const widths = [320, 416, 720, 960];

interface CoverOf {
  image: string;
  image_details?: ImageDetails | null | undefined;
}

export function coursePicture({ image, image_details }: CoverOf): PictureData {
  const file = (width: number, type: string) => `/admin/images/courses/${image}-${width}.${type}`;
  const srcSet = (type: string) => widths.map((width) => `${file(width, type)} ${width}w`).join(", ");
  return contentPicture(image, image_details, {
    sources: [
      { type: "image/avif", srcSet: srcSet("avif") },
      { type: "image/webp", srcSet: srcSet("webp") },
    ],
    src: file(720, "webp"),
    width: 720,
    height: 450,
  });
}
