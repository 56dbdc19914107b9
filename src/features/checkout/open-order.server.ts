import type { AssignedSeat } from "#features/enrolments/attendee.ts";
import { insertSeats } from "#features/enrolments/attendees.server.ts";
import type { LockedRun } from "#features/enrolments/runs-on-sale.server.ts";
import { seatHolds } from "#features/enrolments/tables.server.ts";
import { insertOrder, type NewOrder } from "#features/orders/insert-order.server.ts";
import { openPayment } from "#features/payments/open-payment.server.ts";
import type { Ctx } from "#platform/context.server.ts";

export interface OpenedOrder extends NewOrder {
  /** What is bought, each run with the end of its hold. */
  lines: { run: LockedRun; qty: number; holdEnds: Date }[];
  seats: AssignedSeat[];
  /** By transfer, until the end of that day; else by card. */
  dueOn?: string;
}

/** Writes an order with its lines, holds, people and payment. The buyer and the runs are locked. */
export async function openOrder(ctx: Ctx, order: OpenedOrder): Promise<{ id: number; paymentId: string }> {
  const { lines, seats, dueOn, totalHalalas: amountHalalas, expiresAt: endsAt } = order;
  const orderId = await insertOrder(ctx, order);
  await ctx.db
    .insert(seatHolds)
    .values(lines.map(({ run, qty, holdEnds }) => ({ orderId, runId: run.runId, qty, expiresAt: holdEnds })));
  await insertSeats(ctx, orderId, seats, "pending");
  const payment =
    dueOn === undefined ? ({ method: "card" } as const) : ({ method: "transfer", dueOn, endsAt } as const);
  return { id: orderId, paymentId: await openPayment(ctx, { orderId, amountHalalas, ...payment }) };
}
