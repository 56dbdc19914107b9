import { and, eq, sql } from "drizzle-orm";
import { audit } from "#platform/audit.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { queueSeatCancelledMails } from "#features/enrolments/attendee-mails.server.ts";
import { moveOrder, personalReason } from "#features/orders/move-order.server.ts";
import { mayMove, type OrderStatus } from "#features/orders/order-states.ts";
import { issueCreditNote } from "#features/invoicing/issue.server.ts";
import { cancelConfirmedSeats, lockConfirmedRuns } from "#features/enrolments/seats.server.ts";
import type { LockedOrder } from "./locked-order.server.ts";
import { queueOrderMail } from "./order-mails.server.ts";
import type { ProviderPayment } from "./provider.ts";
import { atProvider, refundedHalalas } from "./refund-rules.ts";
import { paymentAttempts, refunds } from "./tables.server.ts";

export type Refund = typeof refunds.$inferSelect;

/** Sum of a payment's finished refunds, and whether others are still to be processed. */
export async function refundsSoFar(ctx: Ctx, attemptId: string): Promise<{ bookedHalalas: number; waiting: boolean }> {
  const { amountHalalas, status } = refunds;
  const [sums] = await ctx.db
    .select({
      bookedHalalas: sql<number>`coalesce(sum(${amountHalalas}) filter (where ${eq(status, "done")}), 0)::int`,
      waiting: sql<boolean>`coalesce(bool_or(${eq(status, "requested")}), false)`,
    })
    .from(refunds)
    .where(eq(refunds.attemptId, attemptId));
  return sums ?? { bookedHalalas: 0, waiting: false };
}

/** Records a refund that has happened and its consequences: seats, order, mails, credit note. The order is locked. */
export async function recordRefund(
  ctx: Ctx,
  { order, attempt }: LockedOrder,
  refund: Refund,
  amountHalalas: number,
  payment: ProviderPayment | null,
): Promise<OrderStatus> {
  const known = amountHalalas > 0 ? { amountHalalas } : {};
  await ctx.db
    .update(refunds)
    .set({ status: "done", doneAt: ctx.now(), problem: null, ...known })
    .where(eq(refunds.id, refund.id));
  await audit(ctx, {
    action: refund.reason === atProvider ? "refund.recorded-from-provider" : "refund.done",
    entity: "order",
    entityId: order.id,
    after: { refundId: refund.id, amountHalalas, reason: refund.reason },
    personal: personalReason(order, refund.reason),
  });
  const { bookedHalalas } = await refundsSoFar(ctx, attempt.id);
  const whole = bookedHalalas >= (payment?.amountHalalas ?? 0);
  await ctx.db
    .update(paymentAttempts)
    .set({
      status: whole ? "refunded" : "partially_refunded",
      refundedHalalas: payment ? refundedHalalas(payment) : 0,
      updatedAt: ctx.now(),
      checkAt: null,
    })
    .where(eq(paymentAttempts.id, attempt.id));
  if (whole || refund.runIds.length > 0) {
    const runIds = whole ? null : refund.runIds;
    await lockConfirmedRuns(ctx, order.id);
    await queueSeatCancelledMails(ctx, order.id, runIds);
    await cancelConfirmedSeats(ctx, order.id, runIds);
  }
  const next: OrderStatus = whole ? "refunded" : "partially_refunded";
  const status = mayMove(order.status, next) ? await moveOrder(ctx, order, next, refund.reason) : order.status;
  if (amountHalalas > 0) {
    await queueOrderMail(ctx, "payment-refunded", order.id, {
      refundId: refund.id,
      reason: refund.reason,
      refundedHalalas: amountHalalas,
    });
  }
  // Last: it locks the document counter, and the next sale waits for it.
  if (amountHalalas > 0)
    await issueCreditNote(ctx, { id: refund.id, orderId: order.id, amountHalalas, reason: refund.reason });
  return status;
}

/**
 * Records refunds made at the provider without us, so that order, invoices and provider agree. While refunds of ours
 * are pending, nothing is recorded: the two cannot be told apart then. A refund of this amount that was left to a
 * person counts as done by that person.
 */
export async function recordExternalRefund(
  ctx: Ctx,
  locked: LockedOrder,
  payment: ProviderPayment,
): Promise<OrderStatus> {
  const { order, attempt } = locked;
  const { bookedHalalas, waiting } = await refundsSoFar(ctx, attempt.id);
  const amountHalalas = refundedHalalas(payment) - bookedHalalas;
  if (waiting || amountHalalas <= 0) return order.status;
  const [left] = await ctx.db
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.attemptId, attempt.id),
        eq(refunds.status, "needs-person"),
        eq(refunds.amountHalalas, amountHalalas),
      ),
    )
    .orderBy(refunds.id)
    .limit(1);
  const [refund] = left
    ? [left]
    : await ctx.db
        .insert(refunds)
        .values({ attemptId: attempt.id, amountHalalas, reason: atProvider, createdAt: ctx.now() })
        .returning();
  if (!refund) throw new Error("A refund was not written");
  return recordRefund(ctx, locked, refund, amountHalalas, payment);
}
