import { contentPicture } from "#features/content/media/content-picture.ts";
import type { PictureData } from "#ui/picture.tsx";

export function thumbnail(image: string): PictureData {
  const file = (type: string) => `/admin/images/courses/${image}-320.${type}`;
  return contentPicture(image, null, {
    sources: [{ type: "image/avif", srcSet: file("avif") }],
    src: file("webp"),
    width: 320,
    height: 200,
  });
}
