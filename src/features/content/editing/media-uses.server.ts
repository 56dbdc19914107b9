import { and, ne } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { noteMediaUses, type UserTexts } from "#features/content/media/uses.server.ts";
import { entities } from "./entities/table.server.ts";
import { isItem, type Item } from "./revision-rows.server.ts";
import { contentRevisions } from "./tables.server.ts";

/**
 * Notes which uploads the item's draft, scheduled and published texts name. Every verb that changes them ends with it,
 * in its transaction. The history holds none: a restored text may name an upload that is gone, and cannot be published
 * before it names another.
 */
export async function noteUses(ctx: Ctx, { entity, entityId }: Item): Promise<void> {
  const rows = await ctx.db
    .select({ state: contentRevisions.state, data: contentRevisions.data })
    .from(contentRevisions)
    .where(and(isItem({ entity, entityId }), ne(contentRevisions.state, "replaced")));
  const texts: UserTexts = {};
  for (const { state, data } of rows)
    if (state !== "replaced") texts[state] = { title: entities[entity].title(data), data };
  await noteMediaUses(ctx, { entity, entityId }, texts);
}
