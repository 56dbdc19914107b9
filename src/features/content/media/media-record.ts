import type { MediaState, UsePlace } from "./media-states.ts";
import type { ShippedFolder } from "./shipped-folders.ts";
import type { MediaKind } from "./upload-kinds.ts";

/** An upload in the staff API and the portal. */
export interface MediaRecord {
  id: number;
  kind: MediaKind;
  name: string;
  /** As it was sent, in bytes. */
  type: string;
  bytes: number;
  /** Of a picture, upright. */
  width: number | null;
  height: number | null;
  state: Exclude<MediaState, "storing">;
  sizes_made: number;
  sizes: number;
  /** Its name in `image` of content; null for a document. */
  image: string | null;
  /** For a picture that ships with the site: its other name in content, where it has crops of its own. */
  shipped: { folder: ShippedFolder; name: string } | null;
  /** 960 px wide, or the document. */
  address: string;
  focal_x: number;
  focal_y: number;
  alt_eng: string;
  alt_ar: string;
  decorative: boolean;
  uses: number;
  version: number;
  uploaded_by: string | null;
  created_at: string;
}

/** A text that names an upload. */
export interface MediaUse {
  entity: string;
  entity_id: string;
  place: UsePlace;
  title_eng: string;
  title_ar: string;
}
