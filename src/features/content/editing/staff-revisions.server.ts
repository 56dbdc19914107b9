import { z } from "zod";
import { publishers, writers } from "./revision-rows.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { getList, getOne, notFound, numericId } from "#platform/http/staff-resource.server.ts";
import { compareRevisions, listRevisions, readRevision } from "./history.server.ts";
import { createPreview, revokePreview } from "./preview.server.ts";
import { cancelSchedule, publishRevision, scheduleRevision } from "./publish.server.ts";
import { listTrash, trashSorts } from "./trash.server.ts";
import { revisionStates } from "./revision-states.ts";
import { discardDraft, restoreRevision } from "./revisions.server.ts";
import {
  difference,
  editConflict,
  entity,
  fullRevision,
  itemId,
  revisionRow,
  savedVersion,
  toFullRevision,
  toRevision,
} from "./staff-records.server.ts";

export const revisions = getList({
  access: listRevisions.permission,
  summary: "Versions of content, newest first; the filter `item` selects those of one item",
  sorts: ["id", "version", "saved_at", "publish_at"],
  filter: z.object({
    item: itemId().optional(),
    entity: entity.optional(),
    state: z.enum(revisionStates).optional(),
  }),
  row: revisionRow.extend({
    fields: z
      .array(z.string())
      .nullable()
      .meta({ description: "Fields changed since the version before; null without the filter `item`" }),
  }),
  list: async (ctx, query) => {
    const { data, ...counted } = await listRevisions(ctx, query);
    return { data: data.map((row) => ({ ...toRevision(row), fields: row.fields })), ...counted };
  },
});

export const oneRevision = getOne({
  access: readRevision.permission,
  summary: "A version with its texts",
  id: numericId(),
  row: fullRevision,
  read: async (ctx, { id }) => toFullRevision(await readRevision(ctx, { id })),
});

export const compare = staffEndpoint({
  access: compareRevisions.permission,
  summary: "Differences per field and language from the version `before`, or from the one that visitors see",
  errors: notFound,
  input: z.object({ id: numericId(), before: numericId().optional() }),
  reply: z.object({ data: z.array(difference) }),
  handle: async (ctx, input) => ({ data: await compareRevisions(ctx, input) }),
});

/** Runs `change` and replies with the revision as it is afterwards. */
const thenRead =
  <Input extends { id: number }>(change: (ctx: Ctx, input: Input) => Promise<void>) =>
  async (ctx: Ctx, input: Input) => {
    await change(ctx, input);
    return toFullRevision(await readRevision(ctx, input));
  };

export const publish = staffEndpoint({
  access: publishers,
  summary: "Publishes a draft or a scheduled version now",
  errors: { ...notFound, 409: `The version is already published or replaced. ${editConflict}` },
  input: z.object({ id: numericId(), version: savedVersion() }),
  reply: fullRevision,
  handle: thenRead(publishRevision),
});

export const schedule = staffEndpoint({
  access: publishers,
  summary: "Sets the minute at which a version is published, instead of any other scheduled version",
  errors: { ...notFound, 409: `The version is already published or replaced. ${editConflict}` },
  input: z.object({
    id: numericId(),
    version: savedVersion(),
    publishAt: z.iso.datetime("invalid").meta({ description: "UTC, a whole minute, in the future" }),
  }),
  reply: fullRevision,
  handle: thenRead((ctx, { publishAt, ...input }) =>
    scheduleRevision(ctx, { ...input, publishAt: new Date(publishAt) }),
  ),
});

export const unschedule = staffEndpoint({
  access: publishers,
  summary: "Cancels a schedule; the text stays as a draft",
  errors: { ...notFound, 409: "The version is not scheduled" },
  input: z.object({ id: numericId() }),
  reply: fullRevision,
  handle: thenRead(cancelSchedule),
});

export const discard = staffEndpoint({
  access: writers,
  summary: "Discards a draft; its text stays in the history",
  errors: { ...notFound, 409: `The version is not a draft. ${editConflict}` },
  input: z.object({ id: numericId(), version: savedVersion() }),
  reply: fullRevision,
  handle: thenRead(discardDraft),
});

export const restore = staffEndpoint({
  access: writers,
  summary: "Restores an older version as a new draft",
  description: "`version` is the number of the item's latest version, not of the version to restore.",
  status: 201,
  errors: { ...notFound, 409: editConflict },
  input: z.object({ id: numericId(), version: savedVersion() }),
  reply: fullRevision,
  handle: async (ctx, input) => toFullRevision(await readRevision(ctx, await restoreRevision(ctx, input))),
});

export const trash = getList({
  access: listTrash.permission,
  summary: "Content in the trash; `revisions/:id/restore` brings it back",
  sorts: trashSorts,
  filter: z.object({ entity: entity.optional() }),
  row: z.object({
    id: z.int().meta({ description: "Id of the version to restore" }),
    entity,
    title: z.string(),
    title_ar: z.string(),
    version: z.int().meta({ description: "Restoring must send this number" }),
    authorName: z.string().nullable().meta({ description: "Name of the person who wrote the text" }),
    trashedAt: z.string(),
    keptUntil: z.string().nullable().meta({ description: "Null for an item that is kept without a limit" }),
  }),
  list: listTrash,
});

export const preview = staffEndpoint({
  access: writers,
  summary: "A link that shows a version on its page for 7 days, to everyone who has it",
  status: 201,
  errors: notFound,
  input: z.object({ id: numericId() }),
  reply: z.object({
    id: z.int(),
    path: z.string().meta({ description: "Path with the key, without origin and language; only this reply holds it" }),
    hasExampleDate: z
      .boolean()
      .meta({ description: "True for a course without a date, whose page shows an example date" }),
    expiresAt: z.string(),
  }),
  handle: async (ctx, input) => {
    const { id, path, hasExampleDate, expiresAt } = await createPreview(ctx, input);
    return { id, path, hasExampleDate, expiresAt: expiresAt.toISOString() };
  },
});

export const endPreview = staffEndpoint({
  access: revokePreview.permission,
  summary: "Ends a preview link at once",
  errors: notFound,
  input: z.object({ id: numericId() }),
  reply: z.object({ id: z.int() }),
  handle: async (ctx, { id }) => {
    await revokePreview(ctx, { id });
    return { id };
  },
});
