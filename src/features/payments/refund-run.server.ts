import { and, eq, inArray, ne, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { taxOn } from "#features/orders/pricing.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { audit } from "#platform/audit.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { paymentAttempts, refunds } from "./tables.server.ts";

/** Writes down what goes back to everyone who paid for a run; orders and run are locked. */
export async function refundRun(ctx: Ctx, runId: number): Promise<void> {
  const asked = ctx.db
    .select({ halalas: sql`coalesce(sum(${refunds.amountHalalas}), 0)::int` })
    .from(refunds)
    .where(eq(refunds.attemptId, paymentAttempts.id));
  const others = alias(orderLines, "other_line");
  const otherLines = ctx.db
    .select({ id: others.id })
    .from(others)
    .where(and(eq(others.orderId, orders.id), ne(others.runId, runId)));
  const paid = await ctx.db
    .select({
      attemptId: paymentAttempts.id,
      line: orderLines,
      taxPercent: orders.taxPercent,
      leftHalalas: sql<number>`${paymentAttempts.amountHalalas} - ${asked}`,
      isOnlyLine: sql<boolean>`${notExists(otherLines)}`,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(paymentAttempts, eq(paymentAttempts.orderId, orders.id))
    .where(and(eq(orderLines.runId, runId), inArray(orders.status, ["paid", "partially_refunded"])));
  for (const { attemptId, line, taxPercent, leftHalalas, isOnlyLine } of paid) {
    const netHalalas = line.qty * line.unitPriceHalalas;
    // A line's VAT is rounded for itself here; the last halala of an order is never given twice.
    const due = isOnlyLine ? leftHalalas : Math.min(leftHalalas, netHalalas + taxOn(netHalalas, taxPercent));
    if (due <= 0) continue;
    const key = `course-cancelled:${runId}:${attemptId}`;
    const reason = "course-cancelled";
    const made = await ctx.db
      .insert(refunds)
      .values({ attemptId, amountHalalas: due, reason, runIds: [runId], key, createdAt: ctx.now() })
      .onConflictDoNothing()
      .returning({ id: refunds.id });
    const decided = { action: "refund.decided", entity: "order", entityId: line.orderId };
    await audit(ctx, ...made.map(({ id }) => ({ ...decided, after: { refundId: id, amountHalalas: due, reason } })));
  }
}
