import { eq } from "drizzle-orm";
import { z } from "zod";
import { itemIdSql } from "#features/content/editing/items.server.ts";
import { publishRevision, unpublishItem } from "#features/content/editing/publish.server.ts";
import { toItemId, itemId } from "#features/content/editing/staff-records.server.ts";
import type { Item } from "#features/content/editing/revision-rows.server.ts";
import { contentSummaries } from "#features/content/editing/tables.server.ts";
import { defineTask } from "#features/staff/tasks/define.server.ts";
import { doEach } from "#features/staff/tasks/each-item.server.ts";
import { chosenIds } from "#features/staff/tasks/export.server.ts";
import { startTask } from "#features/staff/tasks/tasks.server.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { publishers } from "./revision-rows.server.ts";
import { m } from "#messages";
import { recordId } from "#platform/http/fields.server.ts";

/** Items per step: each is a transaction over several tables, and a step should take a second. */
const atOnce = 5;
/**
 * Permission of the task. Each item also needs the permission of its kind, which `publishRevision` and `unpublishItem`
 * check.
 */
const permission = "content.read";

const text = z.string();
const publication = z.object({ id: text, revision_id: recordId(), version: recordId() });
const publishInput = z.object({ items: z.array(publication) });
const unpublishInput = z.object({ ids: z.array(text) });

/** Has the version of each text in the list, so that a text saved since is not published unseen. */
export const publishFields = {
  items: chosenIds(publication.extend({ id: itemId() })),
};
export const unpublishFields = { ids: chosenIds(itemId()) };

/** Reads the name of an item for failure messages: its title in the list, or its id if it has no title. */
async function readItemName(ctx: Ctx, id: string): Promise<string> {
  const [row] = await ctx.db
    .select({ title: contentSummaries.titleEng })
    .from(contentSummaries)
    .where(eq(itemIdSql, id));
  return row?.title || id;
}

/** Task: publishes many texts. */
export const publishMany = defineTask<z.infer<typeof publishInput>, number>({
  kind: "content.publish",
  permission,
  input: publishInput,
  title: (_input, locale) => m.editing_publish_many({}, { locale }),
  total: async (_ctx, { items }) => items.length,
  step: (ctx, { items }, { cursor: from }) =>
    doEach(ctx, {
      items,
      from,
      atOnce,
      name: ({ id }) => readItemName(ctx, id),
      act: (ctx, { revision_id: id, version }) => publishRevision(ctx, { id, version }),
    }),
});

/** Task: unpublishes many items; their texts stay as drafts. */
export const unpublishMany = defineTask<z.infer<typeof unpublishInput>, number>({
  kind: "content.take-off",
  permission,
  input: unpublishInput,
  title: (_input, locale) => m.editing_take_off_many({}, { locale }),
  total: async (_ctx, { ids }) => ids.length,
  step: (ctx, { ids: items }, { cursor: from }) =>
    doEach(ctx, {
      items,
      from,
      atOnce,
      name: (id) => readItemName(ctx, id),
      act: (ctx, id) => unpublishItem(ctx, itemId().parse(id)),
    }),
});

interface Publication {
  id: Item;
  revision_id: number;
  version: number;
}

/**
 * Starts publishing. Requires the permission to publish at least one kind of content. Throws Unauthenticated,
 * Forbidden, Conflict (ten tasks are open).
 */
export async function startPublishing(ctx: Ctx, { items }: { items: Publication[] }): Promise<{ id: number }> {
  requirePermission(ctx, ...publishers);
  return startTask(ctx, publishMany, { items: items.map((item) => ({ ...item, id: toItemId(item.id) })) });
}

/** Starts unpublishing. Throws what `startPublishing` throws. */
export async function startTakingOff(ctx: Ctx, { ids }: { ids: Item[] }): Promise<{ id: number }> {
  requirePermission(ctx, ...publishers);
  return startTask(ctx, unpublishMany, { ids: ids.map(toItemId) });
}
