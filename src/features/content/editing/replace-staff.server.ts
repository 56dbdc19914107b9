import { z } from "zod";
import { fullMedia } from "#features/content/media/media-reply.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { notFound, numericId, versionField } from "#platform/http/staff-resource.server.ts";
import { replaceMedia } from "./replace-media.server.ts";
import { recordId } from "#platform/http/fields.server.ts";

export const replace = staffEndpoint({
  access: replaceMedia.permission,
  summary: "Replaces an upload's file by another upload's file, in every text that names it",
  description:
    "Name, descriptions and focal point stay; the former file stays in the library as the other upload, unused.",
  errors: { ...notFound, 409: "Someone else saved the upload meanwhile, or the other upload is not ready or is used" },
  input: z.object({
    id: numericId(),
    version: versionField(),
    by: recordId().meta({ description: "Id of an unused upload of the same kind" }),
  }),
  reply: fullMedia,
  handle: replaceMedia,
});
