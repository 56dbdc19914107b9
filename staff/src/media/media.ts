/** Uploads as the API has them, and what screens say of them. */
import type { MediaRecord, MediaUse } from "../../../src/features/content/media/media-record.ts";

export type Media = MediaRecord;
export type MediaKind = Media["kind"];
export type { MediaUse };
export type FullMedia = Media & { used_in: MediaUse[] };

export const megabyte = 2 ** 20;
export const maxBytes: Record<MediaKind, number> = { picture: 20 * megabyte, document: 20 * megabyte };

/** What the browser's own dialog offers; the server looks into the file. */
export const acceptedTypes: Record<MediaKind | "any", string> = {
  picture: "image/jpeg,image/png,image/webp,image/avif",
  document: "application/pdf",
  any: "image/jpeg,image/png,image/webp,image/avif,application/pdf",
};

/** Whether it is HEIC, the format of iPhone photos. By its name where the browser knows no type, as on Windows. */
export const isHeicFile = ({ name, type }: Pick<File, "name" | "type">): boolean =>
  /^image\/hei[cf]/.test(type) || (type === "" && /\.hei[cf]$/i.test(name));

/** Languages in which a picture has no description; none for decoration and documents. */
export function missingIn({ kind, decorative, alt_eng, alt_ar }: Media): ("en" | "ar")[] {
  if (kind !== "picture" || decorative) return [];
  return [...(alt_eng === "" ? (["en"] as const) : []), ...(alt_ar === "" ? (["ar"] as const) : [])];
}

/** Whether what comes along with a picture is a description in both languages. */
export const isDescribed = (media: Media): boolean =>
  media.kind === "picture" && !media.decorative && missingIn(media).length === 0;

/** Whether a picture is narrower than the place that it fills, in pixels: it would look blurred there. */
export const isTooNarrow = ({ width }: Pick<Media, "width">, minWidth: number): boolean =>
  width !== null && width < minWidth;

/** The picture of a record, small; null for a document and until its sizes are made. */
export const getThumbnailUrl = ({ image, state }: Media): string | null =>
  image !== null && state === "ready" ? `/media/u/${image.slice(2)}-480.webp` : null;

/** `object-position` of a focal point. */
export const toObjectPosition = ({ focal_x, focal_y }: Pick<Media, "focal_x" | "focal_y">): string =>
  `${focal_x}% ${focal_y}%`;
