import { z } from "zod";
import { publishers, writers } from "./revision-rows.server.ts";
import { line, optionalLine, searchText } from "#platform/http/fields.server.ts";
import { staffEndpoint } from "#platform/http/staff-endpoint.server.ts";
import { create, getList, getOne, notFound, update } from "#platform/http/staff-resource.server.ts";
import { gapSorts, listArabicGaps } from "./arabic-gaps.server.ts";
import { editableContent, englishChanges } from "./editable.server.ts";
import { readRevision } from "./history.server.ts";
import { countItems, itemSorts, listItems } from "./items.server.ts";
import { orderItems } from "./order.server.ts";
import { republishItem, trashItem, unpublishItem } from "./publish.server.ts";
import { saveSeparately, saveDraft } from "./revisions.server.ts";
import {
  arabic,
  data,
  difference,
  entity,
  fullItem,
  fullRevision,
  itemCounts,
  itemId,
  itemRow,
  newestState,
  savedVersion,
  toFullItem,
  toFullRevision,
  view,
} from "./staff-records.server.ts";

/** Rich text in two languages may exceed the usual limit of a body. */
const maxBytes = 512 * 1024;

export const items = getList({
  access: listItems.permission,
  summary: "All content that staff can edit, whether or not it was ever edited",
  sorts: itemSorts,
  filter: z.object({
    q: searchText(100).optional().meta({ description: "Part of the title in either language" }),
    entity: entity.optional(),
    state: newestState.optional(),
    arabic: arabic.optional(),
    view: view.optional(),
  }),
  row: itemRow,
  list: listItems,
});

export const oneItem = getOne({
  access: editableContent.permission,
  summary: "A piece of content with its newest text: the draft, else the scheduled, else the published one",
  id: itemId(),
  row: fullItem,
  read: async (ctx, { id }) => toFullItem(await editableContent(ctx, id)),
});

export const createItem = create({
  access: writers,
  summary: "Creates a draft of a new item; it may be unfinished",
  maxBytes,
  input: z.object({ entity, data, note: optionalLine(200) }),
  row: fullItem,
  handle: async (ctx, input) =>
    toFullItem(await editableContent(ctx, await saveDraft(ctx, { ...input, entityId: null, version: 0 }))),
});

export const saveItem = update({
  access: writers,
  summary: "Saves a draft, which visitors do not see",
  description: "The same person's next save changes that draft; another person's save begins a version of its own.",
  maxBytes,
  input: z.object({
    id: itemId(),
    data,
    version: savedVersion(),
    note: line(200).optional(),
    arabicConfirmed: z
      .array(z.string().max(60))
      .max(60)
      .default([])
      .meta({ description: "Fields whose Arabic is still right although their English changed" }),
  }),
  row: fullItem,
  handle: async (ctx, { id, data, version, note, arabicConfirmed }) => {
    const draft = { ...id, data, version, arabicConfirmed, ...(note === undefined ? {} : { note }) };
    return toFullItem(await editableContent(ctx, await saveDraft(ctx, draft)));
  },
});

export const order = staffEndpoint({
  access: publishers,
  summary: "Sets the order of questions, banners, people, modules or popular stories, on the site at once",
  errors: { 409: "This kind of content has no order" },
  input: z.object({ entity, ids: z.array(z.string().min(1).max(160)).min(1).max(200) }),
  reply: z.object({}),
  handle: async (ctx, input) => {
    await orderItems(ctx, input);
    return {};
  },
});

export const unpublish = staffEndpoint({
  access: publishers,
  summary: "Takes a piece of content off the site; its text stays as a draft",
  errors: { ...notFound, 409: "This kind of content is always on the site" },
  input: z.object({ id: itemId() }),
  reply: fullItem,
  handle: async (ctx, { id }) => {
    await unpublishItem(ctx, id);
    return toFullItem(await editableContent(ctx, id));
  },
});

export const trash = staffEndpoint({
  access: publishers,
  summary: "Takes a piece of content off the site, into the trash; for 30 days `revisions/:id/restore` brings it back",
  errors: { ...notFound, 409: "This kind of content is always on the site" },
  input: z.object({ id: itemId() }),
  reply: z.object({
    id: z.int().meta({ description: "Id of the version to restore" }),
    version: z.int().meta({ description: "Restoring must send this number" }),
  }),
  handle: (ctx, { id }) => trashItem(ctx, id),
});

export const republish = staffEndpoint({
  access: publishers,
  summary: "Puts content that was taken off the site back, with its last published text",
  errors: { ...notFound, 409: "The item is on the site" },
  input: z.object({ id: itemId() }),
  reply: fullItem,
  handle: async (ctx, { id }) => {
    await republishItem(ctx, id);
    return toFullItem(await editableContent(ctx, id));
  },
});

export const apart = staffEndpoint({
  access: writers,
  summary: "Saves a text as a version of its own in the history, beside the draft",
  status: 201,
  errors: notFound,
  maxBytes,
  input: z.object({ id: itemId(), data, note: optionalLine(200) }),
  reply: fullRevision,
  handle: async (ctx, { id, data, note }) =>
    toFullRevision(await readRevision(ctx, await saveSeparately(ctx, { ...id, data, note }))),
});

export const english = getOne({
  access: englishChanges.permission,
  summary: "How the English of the fields with outdated Arabic has changed",
  id: itemId(),
  row: z.object({
    data: z.array(
      z.object({
        field: z.string(),
        changedAt: z.string(),
        authorName: z.string().nullable(),
        changes: z.array(difference),
      }),
    ),
  }),
  read: async (ctx, { id }) => ({
    data: (await englishChanges(ctx, id)).map(({ field, changedAt, authorName, changes }) => ({
      field,
      changedAt: changedAt.toISOString(),
      authorName,
      changes,
    })),
  }),
});

export const counts = staffEndpoint({
  access: countItems.permission,
  summary: "Number of items of each kind in each view of the list, and with missing or outdated Arabic",
  input: z.object({}),
  reply: z.object({ data: z.array(itemCounts) }),
  handle: async (ctx) => ({ data: await countItems(ctx) }),
});

export const arabicGaps = getList({
  access: listArabicGaps.permission,
  summary: "Content whose Arabic is missing or older than its English",
  sorts: gapSorts,
  filter: z.object({ entity: entity.optional(), state: z.enum(["missing", "stale"]).optional() }),
  row: z.object({
    id: z.string(),
    entity,
    title: z.string(),
    state: arabic,
    missing: z.array(z.string()),
    stale: z.array(z.string()),
  }),
  list: listArabicGaps,
});
