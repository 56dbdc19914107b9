/** Uploads, as in the API, and rules for them. */
import type { MediaRecord, MediaUse, ShippedFolder } from "../../../src/features/content/media/media-record.ts";

export type Media = MediaRecord;
export type MediaKind = Media["kind"];
export type { MediaUse };
export type FullMedia = Media & { used_in: MediaUse[] };

export const megabyte = 2 ** 20;
export const maxBytes: Record<MediaKind, number> = { picture: 20 * megabyte, document: 20 * megabyte };

/** File types for the browser's file dialog. The server checks the content. */
export const acceptedTypes: Record<MediaKind | "any", string> = {
  picture: "image/jpeg,image/png,image/webp,image/avif",
  document: "application/pdf",
  any: "image/jpeg,image/png,image/webp,image/avif,application/pdf",
};

/** Whether a file is HEIC, the format of iPhone photos. Decided by name if the browser knows no type, as on Windows. */
export const isHeicFile = ({ name, type }: Pick<File, "name" | "type">): boolean =>
  /^image\/hei[cf]/.test(type) || (type === "" && /\.hei[cf]$/i.test(name));

/** Languages without a description. None for decorative pictures and documents. */
export function missingIn({ kind, decorative, alt_eng, alt_ar }: Media): ("en" | "ar")[] {
  if (kind !== "picture" || decorative) return [];
  return [...(alt_eng === "" ? (["en"] as const) : []), ...(alt_ar === "" ? (["ar"] as const) : [])];
}

/** Whether a value is a description in both languages. */
export const isDescribed = (media: Media): boolean =>
  media.kind === "picture" && !media.decorative && missingIn(media).length === 0;

/** Whether a picture has fewer pixels than the space to fill, so that it would look blurred. Pictures that ship with the site are exempt, because they have crops of their own. */
export const isTooNarrow = ({ width, shipped }: Pick<Media, "width" | "shipped">, minWidth: number): boolean =>
  width !== null && shipped === null && width < minWidth;

/** The value of a choice in content. In its own place a picture of the site keeps the crops that were drawn for it. */
export const toContentValue = ({ shipped, image, address }: Media, folder: ShippedFolder | undefined): string =>
  shipped !== null && shipped.folder === folder ? shipped.name : (image ?? address);

/** Address of a small version of a picture. Null for documents, and while it is processed. */
export const getThumbnailUrl = ({ image, state }: Media): string | null =>
  image !== null && state === "ready" ? `/media/u/${image.slice(2)}-480.webp` : null;

/** The focal point as `object-position`. */
export const toObjectPosition = ({ focal_x, focal_y }: Pick<Media, "focal_x" | "focal_y">): string =>
  `${focal_x}% ${focal_y}%`;
