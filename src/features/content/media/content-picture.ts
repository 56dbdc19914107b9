import type { Locale } from "#i18n/locale.ts";
import type { PictureData } from "#ui/picture.tsx";
import {
  uploadedAddress,
  uploadedFormats,
  uploadedKey,
  uploadedWidths,
  type ImageDetails,
} from "./uploaded-picture.ts";

/**
 * Turns a picture's name in content into the picture: an upload, cut to the shape of `shipped` around its focal point,
 * or `shipped` itself. No other function does this.
 */
export function contentPicture(
  image: string,
  details: ImageDetails | null | undefined,
  shipped: PictureData,
): PictureData {
  const key = uploadedKey(image);
  const focus = details && { focus: { x: details.focal_x, y: details.focal_y } };
  if (key === null) return { ...shipped, ...focus };
  const srcSet = (format: (typeof uploadedFormats)[number]) =>
    uploadedWidths.map((width) => `${uploadedAddress(key, width, format)} ${width}w`).join(", ");
  return {
    sources: uploadedFormats.map((format) => ({ type: `image/${format}`, srcSet: srcSet(format) })),
    src: uploadedAddress(key, 960, "webp"),
    width: shipped.width,
    height: shipped.height,
    ...focus,
  };
}

/** Returns the alternative text; empty for decoration. */
export const getAltText = (details: ImageDetails | null | undefined, locale: Locale): string =>
  (locale === "ar" ? details?.alt_ar : details?.alt_eng) ?? "";
