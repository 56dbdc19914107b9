import { randomUUID } from "node:crypto";
import type { AssignedSeat } from "#features/enrolments/attendee.ts";
import { insertSeats } from "#features/enrolments/attendees.server.ts";
import type { LockedRun } from "#features/enrolments/runs-on-sale.server.ts";
import { seatHolds } from "#features/enrolments/tables.server.ts";
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

/** Writes an order with its lines, holds, people and payment attempt. The buyer and the runs are locked. */
export async function openOrder(ctx: Ctx, order: OpenedOrder): Promise<{ id: number; attemptId: string }> {
  const now = ctx.now();
  const orderId = await insertOrder(ctx, order);
  await ctx.db
    .insert(seatHolds)
    .values(order.lines.map(({ run, qty, holdEnds }) => ({ orderId, runId: run.runId, qty, expiresAt: holdEnds })));
  await insertSeats(ctx, orderId, order.seats, "pending");
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
