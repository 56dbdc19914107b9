import type { Locale } from "#i18n/locale.ts";
import type { PictureData } from "#ui/picture.tsx";
import type { Motif } from "#ui/art/palettes.ts";
import { contentPicture } from "./content-picture.ts";
import type { ImageDetails } from "./uploaded-picture.ts";

/** `file` is a base name under /admin/images/gallery/, without width and format. */
export const gallerySlides: readonly { file: string; motif: Motif }[] = [
  { file: "slide-01-99c84a5d", motif: "flow" },
  { file: "slide-02-49fe33a1", motif: "cross" },
  { file: "slide-03-b297cc12", motif: "wells" },
  { file: "slide-04-544378be", motif: "radar" },
  { file: "slide-05-d748fdd1", motif: "molecule" },
  { file: "slide-06-e5e87963", motif: "frond" },
  { file: "slide-07-bdd5e9fa", motif: "helix" },
  { file: "slide-08-6fdc0fd0", motif: "rosette" },
  { file: "slide-09-a3c2b4d2", motif: "ecg" },
  { file: "slide-10-939d2035", motif: "flow" },
  { file: "slide-11-7ef38cd5", motif: "cross" },
  { file: "slide-12-b31c96d7", motif: "wells" },
  { file: "slide-13-b0ae96b1", motif: "radar" },
  { file: "slide-14-372a4216", motif: "molecule" },
  { file: "slide-15-567c74de", motif: "frond" },
  { file: "slide-16-46d6d6e0", motif: "helix" },
  { file: "slide-17-9d730616", motif: "rosette" },
  { file: "slide-18-4c85ffd1", motif: "ecg" },
  { file: "slide-19-daf352a1", motif: "flow" },
  { file: "slide-20-42953428", motif: "cross" },
  { file: "slide-21-7d1752ea", motif: "wells" },
  { file: "slide-22-fcc5ba87", motif: "radar" },
  { file: "slide-23-c62c6ac5", motif: "molecule" },
  { file: "slide-24-da3ee259", motif: "frond" },
  { file: "slide-25-ed36c486", motif: "helix" },
  { file: "slide-26-be57e1eb", motif: "rosette" },
  { file: "slide-27-43be3b20", motif: "ecg" },
  { file: "slide-28-612c3f47", motif: "flow" },
  { file: "slide-29-78333a2c", motif: "cross" },
  { file: "slide-30-a825505d", motif: "wells" },
  { file: "slide-31-3f4ab3e9", motif: "radar" },
  { file: "slide-32-c28d7de6", motif: "molecule" },
  { file: "slide-33-69bd387c", motif: "frond" },
  { file: "slide-34-83081822", motif: "helix" },
  { file: "slide-35-67c065a7", motif: "rosette" },
  { file: "slide-36-4009ee43", motif: "ecg" },
  { file: "slide-37-6b0340f2", motif: "flow" },
  { file: "slide-38-1b1505fe", motif: "cross" },
  { file: "slide-39-f95e1e7a", motif: "wells" },
  { file: "slide-40-b41601c3", motif: "radar" },
  { file: "slide-41-3f33bf53", motif: "molecule" },
  { file: "slide-42-0d8a3489", motif: "frond" },
  { file: "slide-43-0f1c1fa5", motif: "helix" },
  { file: "slide-44-33ec9cab", motif: "rosette" },
];

/** Shape of a picture that ships with the site, and the widths of its files, in pixels. */
export interface PictureShape {
  /** Part of the file name between the picture's name and the width. */
  suffix: string;
  width: number;
  height: number;
  widths: readonly number[];
}

/**
 * 320: a column of a quarter of a desktop window; 720: a phone with two pixels per CSS pixel; 1120: a desktop with two.
 * There is no file of the drawing's own width of 560, because it would have no fewer bytes than the one of 720.
 */
const galleryShape: PictureShape = { suffix: "", width: 560, height: 420, widths: [320, 720, 1120] };
export const newsTile: PictureShape = { suffix: "", width: 640, height: 400, widths: [320, 416, 720, 960] };
export const newsLead: PictureShape = { suffix: "-lead", width: 900, height: 560, widths: [720, 900, 1350] };
/** The Arabic banner has its subject at the left. On phones, both languages have the same picture. */
const bannerWide: PictureShape = { suffix: "", width: 1440, height: 760, widths: [960, 1440, 1920] };
const bannerWideArabic: PictureShape = { ...bannerWide, suffix: "-ar" };
const bannerMobile: PictureShape = { suffix: "-mobile", width: 780, height: 800, widths: [480, 780] };

function toShippedPicture(folder: "gallery" | "banners", base: string, shape: PictureShape): PictureData {
  const getAddress = (width: number, extension: string) =>
    `/admin/images/${folder}/${base}${shape.suffix}-${width}.${extension}`;
  const srcSet = (extension: string) =>
    shape.widths.map((width) => `${getAddress(width, extension)} ${width}w`).join(", ");
  return {
    sources: [
      { type: "image/avif", srcSet: srcSet("avif") },
      { type: "image/webp", srcSet: srcSet("webp") },
    ],
    src: getAddress(shape.widths.find((width) => width >= shape.width) ?? shape.width, "webp"),
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
  const toPicture = (shape: PictureShape) => contentPicture(base, details, toShippedPicture("banners", base, shape));
  return { picture: toPicture(locale === "ar" ? bannerWideArabic : bannerWide), mobile: toPicture(bannerMobile) };
}

export const galleryPictures = gallerySlides.map(({ file, motif }) => ({
  motif,
  picture: toShippedPicture("gallery", file, galleryShape),
}));
