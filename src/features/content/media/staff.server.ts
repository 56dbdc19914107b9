import { z } from "zod";
import { limitConcurrency } from "#platform/bounded-limit.ts";
import { line, recordId, whole, optionalProseLine, searchText } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { getList, getOne, notFound, numericId, update, versionField } from "#platform/http/staff-resource.server.ts";
import { changeMedia, deleteMedia } from "./change-media.server.ts";
import { listMedia, mediaProgress, mediaSorts, mediaSummary, readMedia } from "./media-files.server.ts";
import { fullMedia, media, state } from "./media-reply.server.ts";
import { requireUploadKind, uploadMedia } from "./upload.server.ts";
import { documentBytes, mediaKinds } from "./upload-kinds.ts";

const percent = () => whole(0, 100);

export const list = getList({
  access: listMedia.permission,
  summary: "Uploaded pictures and documents, newest first",
  sorts: mediaSorts,
  filter: z.object({
    q: searchText(100).optional().meta({ description: "Part of the name or of a description" }),
    kind: z.enum(mediaKinds).optional(),
    unused: z.boolean().optional(),
    without_description: z.boolean().optional(),
    used_in: z.string().max(40).optional().meta({ description: "Kind of content that uses the upload" }),
    image: z.string().max(200).optional().meta({ description: "Name of the picture in content" }),
    ids: z.array(recordId()).min(1).max(100).optional(),
  }),
  row: media,
  list: listMedia,
});

export const one = getOne({
  access: readMedia.permission,
  summary: "One upload and where it is used",
  id: numericId(),
  row: fullMedia,
  read: readMedia,
});

export const progress = getOne({
  access: mediaProgress.permission,
  summary: "How many sizes of a picture are made",
  id: numericId(),
  row: z.object({ state, sizesMade: z.int(), sizes: z.int() }),
  read: mediaProgress,
});

export const summary = staffEndpoint({
  access: mediaSummary.permission,
  summary: "Counts and total bytes of the whole library",
  input: z.object({}),
  reply: z.object({
    pictures: z.int(),
    documents: z.int(),
    bytes: z.number(),
    unused: z.int(),
    without_description: z.int(),
  }),
  handle: mediaSummary,
});

export const upload = staffEndpoint({
  access: uploadMedia.permission,
  summary: "Uploads a picture (JPEG, PNG, WebP, AVIF) or a PDF of at most 20 MB",
  description:
    "A job makes the sizes of a picture; `progress` tells how many are made. The same file again returns the existing upload.",
  input: z.object({}),
  reply: fullMedia,
  status: 201,
  upload: { maxBytes: documentBytes, getMaxBytes: (ctx, head) => requireUploadKind(ctx, head).maxBytes },
  concurrencyLimit: limitConcurrency({ maxRunning: 12, maxQueued: 60 }),
  handle: async (ctx, _input, { file }) => readMedia(ctx, await uploadMedia(ctx, file)),
});

export const change = update({
  access: changeMedia.permission,
  summary: "Changes the name, descriptions and focal point of an upload",
  input: z.object({
    id: numericId(),
    version: versionField(),
    name: line(100),
    alt_eng: optionalProseLine(300),
    alt_ar: optionalProseLine(300),
    decorative: z.boolean("invalid").default(false),
    focal_x: percent().default(50),
    focal_y: percent().default(50),
  }),
  row: fullMedia,
  handle: changeMedia,
});

export const remove = staffEndpoint({
  access: deleteMedia.permission,
  summary: "Deletes an upload that nothing uses",
  input: z.object({ id: numericId() }),
  reply: z.object({}),
  errors: { ...notFound, 409: "The upload is used; `usedIn` tells where" },
  handle: async (ctx, input) => {
    await deleteMedia(ctx, input);
    return {};
  },
});
