import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import { entities } from "#features/content/entities/entities.server.ts";
import { getPosition } from "#features/content/entities/entity.server.ts";
import type { EntityName } from "#features/content/entities/revision-entities.ts";
import { announceContentChange } from "#features/settings/content-changes.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";
import { permissionFor } from "./revision-rows.server.ts";
import { contentRevisions } from "./tables.server.ts";

/**
 * Puts the items of a kind in the order of `ids`, on the site and in their drafts; of stories, only the popular ones.
 * The order is not part of the texts: it needs no publishing, and saving a text that someone had open does not undo it
 * (`keepPosition`). Throws Unauthenticated, Forbidden, and Conflict for kinds without an order.
 */
export async function orderItems(ctx: Ctx, { entity, ids }: { entity: EntityName; ids: string[] }): Promise<void> {
  requirePermission(ctx, permissionFor(entity, "publish"));
  const { order } = entities[entity];
  if (!order) throw new Conflict(m.editing_no_order({}, { locale: ctx.locale }));
  await inTransaction(ctx, async (ctx) => {
    const { data, entityId, id, state } = contentRevisions;
    const isMoved = and(
      eq(contentRevisions.entity, entity),
      inArray(entityId, ids),
      ne(state, "replaced"),
      sql`${data} ->> ${order.field} is not null`,
    );
    // Locks by ascending id, so that two people who do this wait for each other without a deadlock.
    await ctx.db.select({ id }).from(contentRevisions).where(isMoved).orderBy(asc(id)).for("update");
    const newPosition = sql`to_jsonb(array_position(${sql.param(ids)}::text[], ${entityId}))`;
    await ctx.db
      .update(contentRevisions)
      .set({ data: sql`jsonb_set(${data}, array[${order.field}], ${newPosition})` })
      .where(isMoved);
    await order.write(ctx, ids);
    await audit(ctx, { action: "content.ordered", entity, entityId: "order", after: { ids } });
    await announceContentChange(ctx);
  });
}

/**
 * Returns the data with the item's present position; an item that joins the order becomes the last. `current` is the
 * item's newest text.
 */
export async function keepPosition(
  ctx: Ctx,
  entity: EntityName,
  data: object,
  current: { data: object } | null,
): Promise<object> {
  const kind = entities[entity];
  const { order } = kind;
  if (!order || getPosition(kind, data) === null) return data;
  const position = current && getPosition(kind, current.data);
  if (position !== null) return { ...data, [order.field]: position };
  const drafts = await ctx.db
    .select({ data: contentRevisions.data })
    .from(contentRevisions)
    .where(and(eq(contentRevisions.entity, entity), ne(contentRevisions.state, "replaced")));
  const positions = [...(await kind.read(ctx)), ...drafts].map((row) => getPosition(kind, row.data) ?? 0);
  return { ...data, [order.field]: Math.max(0, ...positions) + 1 };
}
