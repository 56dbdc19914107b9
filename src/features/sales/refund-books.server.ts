import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { queueReturnedMails } from "./attendee-mails.server.ts";
import { moveOrder, type LockedOrder } from "./locked-order.server.ts";
import { queueOrderMail } from "./order-mails.server.ts";
import { mayMove, type OrderStatus } from "./order-states.ts";
import { issueCreditNote } from "./papers/issue.server.ts";
import type { ProviderPayment } from "./payments/provider.ts";
import { atProvider, givenBackHalalas } from "./refund-rules.ts";
import { lockSoldRuns, returnSeats } from "./seats.server.ts";
import { paymentAttempts, refunds } from "./tables.server.ts";

export type Refund = typeof refunds.$inferSelect;

/** Sum of a payment's finished refunds, and whether others are still to be carried out. */
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

/** Writes down that a refund has happened, with all that follows from it: seats, order, mails, credit note. The order is locked. */
export async function bookRefund(ctx: Ctx, { order, attempt }: LockedOrder, refund: Refund, amountHalalas: number, payment: ProviderPayment | null): Promise<OrderStatus> {
  const known = amountHalalas > 0 ? { amountHalalas } : {};
  await ctx.db.update(refunds).set({ status: "done", doneAt: ctx.now(), problem: null, ...known }).where(eq(refunds.id, refund.id));
  const { bookedHalalas } = await refundsSoFar(ctx, attempt.id);
  const whole = bookedHalalas >= (payment?.amountHalalas ?? 0);
  await ctx.db
    .update(paymentAttempts)
    .set({ status: whole ? "refunded" : "partially_refunded", refundedHalalas: payment ? givenBackHalalas(payment) : 0, updatedAt: ctx.now(), checkAt: null })
    .where(eq(paymentAttempts.id, attempt.id));
  if (whole || refund.runIds.length > 0) {
    const runIds = whole ? null : refund.runIds;
    await lockSoldRuns(ctx, order.id);
    await queueReturnedMails(ctx, order.id, runIds);
    await returnSeats(ctx, order.id, runIds);
  }
  const next: OrderStatus = whole ? "refunded" : "partially_refunded";
  const status = mayMove(order.status, next) ? await moveOrder(ctx, order, next, refund.reason) : order.status;
  if (amountHalalas > 0) {
    await queueOrderMail(ctx, "payment-refunded", order.id, { refundId: refund.id, reason: refund.reason, refundedHalalas: amountHalalas });
  }
  // Last: whoever is paid for next waits for this note's number.
  if (amountHalalas > 0) await issueCreditNote(ctx, { id: refund.id, orderId: order.id, amountHalalas, reason: refund.reason });
  return status;
}

/**
 * Books what went back at the provider without us, so that order, papers and provider agree. While refunds of ours wait, nothing is
 * booked: theirs and ours cannot be told apart then. One that was left to a person and has this amount is taken as done by that person.
 */
export async function bookOthersRefund(ctx: Ctx, locked: LockedOrder, payment: ProviderPayment): Promise<OrderStatus> {
  const { order, attempt } = locked;
  const { bookedHalalas, waiting } = await refundsSoFar(ctx, attempt.id);
  const amountHalalas = givenBackHalalas(payment) - bookedHalalas;
  if (waiting || amountHalalas <= 0) return order.status;
  const [left] = await ctx.db.select().from(refunds).where(and(eq(refunds.attemptId, attempt.id), eq(refunds.status, "needs-person"), eq(refunds.amountHalalas, amountHalalas))).orderBy(refunds.id).limit(1);
  const [refund] = left ? [left] : await ctx.db.insert(refunds).values({ attemptId: attempt.id, amountHalalas, reason: atProvider, createdAt: ctx.now() }).returning();
  if (!refund) throw new Error("A refund was not written");
  return bookRefund(ctx, locked, refund, amountHalalas, payment);
}
