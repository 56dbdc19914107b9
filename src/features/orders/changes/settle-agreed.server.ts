import { and, eq, inArray, like } from "drizzle-orm";
import { refundRequests, type RefundRequest } from "#features/orders/approvals/tables.server.ts";
import { withItsOriginSql } from "#features/orders/locks.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { queueDecidedMail } from "./change-mails.server.ts";
import { orderChanges } from "./tables.server.ts";

/** The key of the refund that a decision asks for; `again` after one that was declined. */
export const refundKeyOf = (changeId: number, again: number): string => `change-${changeId}-${again}`;

/** The change whose decision asked for the refund of this key; null for other refunds. */
export const changeOfRefundKey = (key: string): number | null => {
  const [, id] = /^change-(\d{1,9})-\d+$/.exec(key) ?? [];
  return id === undefined ? null : Number(id);
};

/** Requests with a key of this change. Staff could choose such a key too, so callers also restrict the orders. */
export const hasKeyOfChangeSql = (changeId: number) => like(refundRequests.key, `change-${changeId}-%`);

/**
 * What a second person's decision about a refund does to the change that asked for it: done, with the answer to its
 * buyer, or to be decided again. Nothing for other refunds.
 */
export async function settleAgreedChange(ctx: Ctx, { key, orderId }: RefundRequest, agreed: boolean): Promise<void> {
  const changeId = changeOfRefundKey(key);
  if (changeId === null) return;
  const isIt = and(
    eq(orderChanges.id, changeId),
    inArray(orderChanges.orderId, withItsOriginSql(ctx, orderId)),
    eq(orderChanges.state, "agreed"),
  );
  const next = agreed
    ? { state: "done" as const, doneAt: ctx.now() }
    : { state: "asked" as const, decidedBy: null, decidedByName: null, decidedAt: null };
  const [change] = await ctx.db.update(orderChanges).set(next).where(isIt).returning();
  if (!change || !agreed) return;
  await queueDecidedMail(
    ctx,
    change,
    change.parts.reduce((sum, { backHalalas }) => sum + backHalalas, 0),
  );
}
