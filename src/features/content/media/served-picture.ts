import type { Locale } from "#i18n/locale.ts";
import type { PictureData } from "#ui/picture.tsx";
import { contentPicture } from "./content-picture.ts";
import { gallerySlides } from "./gallery.ts";
import type { ImageDetails } from "./uploaded-picture.ts";

/** In pixels; read by the programs that draw the pictures and by the pages that show them. */
export interface PictureShape {
  /** Between a picture's name and its width in the file's name. */
  suffix: string;
  width: number;
  height: number;
  widths: readonly number[];
}

/**
 * For a quarter of a desktop, a phone's width at two pixels a point, and dense desktops; 560, the drawing's own width,
 * is no lighter than 720.
 */
const galleryShape: PictureShape = { suffix: "", width: 560, height: 420, widths: [320, 720, 1120] };
export const newsTile: PictureShape = { suffix: "", width: 640, height: 400, widths: [320, 416, 720, 960] };
export const newsLead: PictureShape = { suffix: "-lead", width: 900, height: 560, widths: [720, 900, 1350] };
/** The Arabic banner has its subject at the left; on phones both languages share one. */
const bannerWide: PictureShape = { suffix: "", width: 1440, height: 760, widths: [960, 1440, 1920] };
const bannerWideArabic: PictureShape = { ...bannerWide, suffix: "-ar" };
const bannerMobile: PictureShape = { suffix: "-mobile", width: 780, height: 800, widths: [480, 780] };

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
