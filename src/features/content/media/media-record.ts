import type { MediaState, UsePlace } from "./media-states.ts";
import type { MediaKind } from "./upload-kinds.ts";

/** Folders of the pictures that ship with content, one per kind of content. Each kind has its own crops. */
export const shippedFolders = ["courses", "news", "banners"] as const;
export type ShippedFolder = (typeof shippedFolders)[number];

/** An upload in the staff API and the portal. */
export interface MediaRecord {
  id: number;
  kind: MediaKind;
  name: string;
  /** Media type of the uploaded file. */
  type: string;
  /** Size of the uploaded file. */
  bytes: number;
  /** Width of a picture in pixels, rotated upright; null for a document. */
  width: number | null;
  /** Height of a picture in pixels, rotated upright; null for a document. */
  height: number | null;
  state: Exclude<MediaState, "storing">;
  sizesMade: number;
  sizes: number;
  /** The value of `image` in content that uses it; null for a document. */
  image: string | null;
  /** For a picture that ships with the site: its folder, and its name in the content of that folder. */
  shipped: { folder: ShippedFolder; name: string } | null;
  /** Address of the document, or of the picture at a width of 960 px. */
  address: string;
  focal_x: number;
  focal_y: number;
  alt_eng: string;
  alt_ar: string;
  decorative: boolean;
  uses: number;
  version: number;
  uploadedBy: string | null;
  createdAt: string;
}

/** Content that uses an upload. */
export interface MediaUse {
  entity: string;
  entity_id: string;
  place: UsePlace;
  title_eng: string;
  title_ar: string;
}
