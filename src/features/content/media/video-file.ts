import type { Locale } from "#i18n/locale.ts";
import type { PictureData } from "#ui/picture.tsx";

/** Addresses inside the site, sizes in pixels. */
export interface VideoFile {
  seconds: number;
  width: number;
  height: number;
  webm: string;
  mp4: string;
  poster: PictureData;
  captions: Record<Locale, string>;
}
