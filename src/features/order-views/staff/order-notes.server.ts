import { and, asc, eq } from "drizzle-orm";
import { orders } from "#features/orders/tables.server.ts";
import { actorNames } from "#features/staff/audit-log.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, requireStaff, type Ctx } from "#platform/context.server.ts";
import { NotFound } from "#platform/errors.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { m } from "#messages";

export const noteAction = "order.noted";

export interface OrderNote {
  id: number;
  /** Null once the buyer's data was erased. */
  text: string | null;
  by: string;
  at: string;
}

/** Text of a note from the `after` of its audit event; null once the buyer's data was erased. */
export const readNoteText = (after: Record<string, unknown> | null): string | null =>
  typeof after?.["text"] === "string" ? after["text"] : null;

/**
 * Adds a note that only staff see. It is an event of the audit log and nothing else: no one can change it, and erasing
 * the buyer blanks it. Throws NotFound.
 */
export async function addOrderNote(ctx: Ctx, { orderId, text }: { orderId: number; text: string }): Promise<void> {
  requirePermission(ctx, addOrderNote.permission);
  requireStaff(ctx);
  await inTransaction(ctx, async (ctx) => {
    const [order] = await ctx.db.select({ userId: orders.userId }).from(orders).where(eq(orders.id, orderId));
    if (!order) throw new NotFound(m.orders_not_found({}, { locale: ctx.locale }));
    const personal = { of: order.userId, paths: ["after.text"] };
    await audit(ctx, { action: noteAction, entity: "order", entityId: orderId, after: { text }, personal });
  });
}
addOrderNote.permission = "orders.note" as const;

/** Reads the notes of an order, oldest first. */
export async function readNotes(ctx: Ctx, orderId: number): Promise<OrderNote[]> {
  const { id, at, actorKind, actorId, actorName, after, entity, entityId, action } = auditEvents;
  const rows = await ctx.db
    .select({ id, at, actorKind, actorId, actorName, after })
    .from(auditEvents)
    .where(and(eq(entity, "order"), eq(entityId, String(orderId)), eq(action, noteAction)))
    .orderBy(asc(id));
  const names = await actorNames(ctx, rows);
  return rows.map(({ id, at, actorId, actorName, after }) => {
    return { id, text: readNoteText(after), by: names.get(actorId) ?? actorName ?? "", at: at.toISOString() };
  });
}
