import { contentPicture } from "#features/content/media/content-picture.ts";
import type { PictureData } from "#ui/picture.tsx";

/** Builds the sources of a course's picture at this width; 320 pixels by default. */
export function thumbnail(image: string, width: 320 | 960 = 320): PictureData {
  const file = (type: string) => `/admin/images/courses/${image}-${width}.${type}`;
  return contentPicture(image, null, {
    sources: [{ type: "image/avif", srcSet: file("avif") }],
    src: file("webp"),
    width,
    height: (width * 5) / 8,
  });
}
