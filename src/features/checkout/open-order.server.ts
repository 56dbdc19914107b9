import { randomUUID } from "node:crypto";
import type { AssignedSeat } from "#features/enrolments/attendee.ts";
import { holdSeats } from "#features/enrolments/attendees.server.ts";
import type { LockedRun } from "#features/enrolments/runs-on-sale.server.ts";
import { insertOrder, type NewOrder } from "#features/orders/insert-order.server.ts";
import { paymentAttempts } from "#features/payments/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";

/** When the reconciliation job first checks an attempt that was not reported. */
const firstCheckSeconds = 20;

export interface OpenedOrder extends NewOrder {
  /** What is bought, each run with the end of its hold. */
  lines: { run: LockedRun; qty: number; holdEnds: Date }[];
  seats: AssignedSeat[];
}

/** Writes an order with its lines, seats and payment attempt. The buyer and the runs are locked. */
export async function openOrder(ctx: Ctx, order: OpenedOrder): Promise<{ id: number; attemptId: string }> {
  const now = ctx.now();
  const { id: orderId, lineIds } = await insertOrder(ctx, order);
  const held = order.lines.map(({ run: { runId }, qty, holdEnds }) => {
    const orderLineId = lineIds.get(runId);
    if (!orderLineId) throw new Error(`The line of run ${runId} was not written`);
    return { orderLineId, runId, qty, heldUntil: holdEnds };
  });
  await holdSeats(ctx, orderId, held, order.seats);
  const attemptId = randomUUID();
  await ctx.db.insert(paymentAttempts).values({
    id: attemptId,
    orderId,
    amountHalalas: order.totalHalalas,
    currency: "SAR",
    createdAt: now,
    updatedAt: now,
    checkAt: new Date(now.getTime() + firstCheckSeconds * 1000),
  });
  return { id: orderId, attemptId };
}
