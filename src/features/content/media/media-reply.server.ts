import { z } from "zod";
import { shippedFolders } from "./media-record.ts";
import { usePlaces } from "./media-states.ts";
import { mediaKinds } from "./upload-kinds.ts";

export const state = z.enum(["queued", "ready", "failed"]);

/** Schema of an upload in replies of the staff API. */
export const media = z.object({
  id: z.int(),
  kind: z.enum(mediaKinds),
  name: z.string(),
  type: z.string().meta({ description: "Media type of the uploaded file" }),
  bytes: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  state,
  sizesMade: z.int(),
  sizes: z.int(),
  image: z.string().nullable().meta({ description: "Name of the picture in the `image` of content" }),
  shipped: z
    .object({ folder: z.enum(shippedFolders), name: z.string() })
    .nullable()
    .meta({ description: "For a picture that ships with the site: its folder, and its name in content" }),
  address: z.string().meta({ description: "Address of the picture at a width of 960 px, or of the document" }),
  focal_x: z.int(),
  focal_y: z.int(),
  alt_eng: z.string(),
  alt_ar: z.string(),
  decorative: z.boolean(),
  uses: z.int(),
  version: z.int(),
  uploadedBy: z.string().nullable(),
  createdAt: z.string(),
});

/** An upload with the content that uses it. */
export const fullMedia = media.extend({
  usedIn: z.array(
    z.object({
      entity: z.string(),
      entity_id: z.string(),
      place: z.enum(usePlaces),
      title_eng: z.string(),
      title_ar: z.string(),
    }),
  ),
});
