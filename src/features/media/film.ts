import type { Locale } from "#i18n/locale.ts";
import type { PictureData } from "#ui/picture.tsx";

/** A film and what belongs to it; addresses inside the site, width and height in pixels. */
export interface Film {
  seconds: number;
  width: number;
  height: number;
  webm: string;
  mp4: string;
  poster: PictureData;
  captions: Record<Locale, string>;
}
