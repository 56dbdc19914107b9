/** Types of the uploads in the API, and rules for uploads. */
import type { MediaRecord, MediaUse, ShippedFolder } from "../../../src/features/content/media/media-record.ts";

export type Media = MediaRecord;
export type MediaKind = Media["kind"];
export type { MediaUse };
export type FullMedia = Media & { usedIn: MediaUse[] };

export const megabyte = 2 ** 20;
export const maxBytes: Record<MediaKind, number> = { picture: 20 * megabyte, document: 20 * megabyte };

/** File types for the browser's file dialog. The server checks the content. */
export const acceptedTypes: Record<MediaKind | "any", string> = {
  picture: "image/jpeg,image/png,image/webp,image/avif",
  document: "application/pdf",
  any: "image/jpeg,image/png,image/webp,image/avif,application/pdf",
};

/**
 * Whether a file is HEIC, the format of iPhone photos. The name decides if the browser does not know the type, as on
 * Windows.
 */
export const isHeicFile = ({ name, type }: Pick<File, "name" | "type">): boolean =>
  /^image\/hei[cf]/.test(type) || (type === "" && /\.hei[cf]$/i.test(name));

/** Returns the languages in which a description is missing. Decorative pictures and documents need no description. */
export function getMissingLanguages({ kind, decorative, alt_eng, alt_ar }: Media): ("en" | "ar")[] {
  if (kind !== "picture" || decorative) return [];
  return [...(alt_eng === "" ? (["en"] as const) : []), ...(alt_ar === "" ? (["ar"] as const) : [])];
}

/** Whether a file is a picture with a description in both languages. */
export const isDescribed = (media: Media): boolean =>
  media.kind === "picture" && !media.decorative && getMissingLanguages(media).length === 0;

/**
 * Whether a picture is narrower than `minWidth` pixels, so that it would look blurred. Pictures that ship with the site
 * are exempt, because they have crops of their own.
 */
export const isTooNarrow = ({ width, shipped }: Pick<Media, "width" | "shipped">, minWidth: number): boolean =>
  width !== null && shipped === null && width < minWidth;

/**
 * Returns the value that content stores for a file. A picture that ships with the site is stored by its name if it is
 * from `folder`, the folder of this kind of content, so that the crops that were drawn for it are used.
 */
export const toContentValue = ({ shipped, image, address }: Media, folder: ShippedFolder | undefined): string =>
  shipped !== null && shipped.folder === folder ? shipped.name : (image ?? address);

/** Returns the address of a small version of a picture, or null for documents and while a picture is processed. */
export const getThumbnailUrl = ({ image, state }: Media): string | null =>
  image !== null && state === "ready" ? `/media/u/${image.slice(2)}-480.webp` : null;

/** Returns the focal point as a value of the CSS property `object-position`. */
export const toObjectPosition = ({ focal_x, focal_y }: Pick<Media, "focal_x" | "focal_y">): string =>
  `${focal_x}% ${focal_y}%`;
