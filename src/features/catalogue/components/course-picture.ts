import type { PictureData } from "#ui/picture.tsx";

const widths = [320, 416, 720, 960];

export function coursePicture(image: string): PictureData {
  const file = (width: number, type: string) => `/admin/images/courses/${image}-${width}.${type}`;
  const srcSet = (type: string) => widths.map((width) => `${file(width, type)} ${width}w`).join(", ");
  return {
    sources: [
      { type: "image/avif", srcSet: srcSet("avif") },
      { type: "image/webp", srcSet: srcSet("webp") },
    ],
    src: file(720, "webp"),
    width: 720,
    height: 450,
  };
}
