import type { Locale } from "#i18n/locale.ts";
import type { PictureData } from "#ui/picture.tsx";
import { gallerySlides } from "./gallery.ts";
import { bannerMobile, bannerWide, bannerWideArabic, galleryShape, type PictureShape } from "./picture-shapes.ts";

/** A picture kept under /admin/images in all widths of its shape; `base` is its name without width and format. */
function servedPicture(folder: "gallery" | "banners", base: string, shape: PictureShape): PictureData {
  const address = (width: number, extension: string) =>
    `/admin/images/${folder}/${base}${shape.suffix}-${width}.${extension}`;
  const srcSet = (extension: string) =>
    shape.widths.map((width) => `${address(width, extension)} ${width}w`).join(", ");
  return {
    sources: [
      { type: "image/avif", srcSet: srcSet("avif") },
      { type: "image/webp", srcSet: srcSet("webp") },
    ],
    src: address(shape.widths.find((width) => width >= shape.width) ?? shape.width, "webp"),
    width: shape.width,
    height: shape.height,
  };
}

/** A home banner: wide with its calm side where the text begins, and the tall one below 768 px (`Picture`'s `mobile`). */
export function bannerPictures(base: string, locale: Locale): { picture: PictureData; mobile: PictureData } {
  return {
    picture: servedPicture("banners", base, locale === "ar" ? bannerWideArabic : bannerWide),
    mobile: servedPicture("banners", base, bannerMobile),
  };
}

/** The 44 pictures of the home page in order, each with the motif its caption names. */
export const galleryPictures = gallerySlides.map(({ file, motif }) => ({
  motif,
  picture: servedPicture("gallery", file, galleryShape),
}));
