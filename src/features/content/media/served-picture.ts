import type { Locale } from "#i18n/locale.ts";
import type { PictureData } from "#ui/picture.tsx";
import { contentPicture } from "./content-picture.ts";
import { gallerySlides } from "./gallery.ts";
import { bannerMobile, bannerWide, bannerWideArabic, galleryShape, type PictureShape } from "./picture-shapes.ts";
import type { ImageDetails } from "./uploaded-picture.ts";

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

/** `mobile` is shown below 768 px; an uploaded picture is the same in both languages, cut around its focal point. */
export function bannerPictures(
  base: string,
  locale: Locale,
  details?: ImageDetails | null,
): { picture: PictureData; mobile: PictureData } {
  const shown = (shape: PictureShape) => contentPicture(base, details, servedPicture("banners", base, shape));
  return { picture: shown(locale === "ar" ? bannerWideArabic : bannerWide), mobile: shown(bannerMobile) };
}

export const galleryPictures = gallerySlides.map(({ file, motif }) => ({
  motif,
  picture: servedPicture("gallery", file, galleryShape),
}));
