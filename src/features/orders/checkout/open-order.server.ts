import type { AssignedSeat } from "#features/orders/seats/attendee.ts";
import { holdSeats } from "#features/orders/seats/attendees.server.ts";
import type { LockedRun } from "#features/orders/seats/runs-on-sale.server.ts";
import { insertOrder, type NewOrder } from "#features/orders/insert-order.server.ts";
import { openPayment } from "#features/payments/open-payment.server.ts";
import type { Ctx } from "#platform/context.server.ts";

export interface OpenedOrder extends NewOrder {
  lines: { run: LockedRun; qty: number; holdEnds: Date }[];
  seats: AssignedSeat[];
  /** By transfer until the end of that day, `YYYY-MM-DD`; absent: by card. */
  dueOn?: string;
}

/** Writes an order with its lines, seats and payment. The caller has locked the buyer and the runs. */
export async function openOrder(ctx: Ctx, order: OpenedOrder): Promise<{ id: number; paymentId: string }> {
  const { dueOn, totalHalalas: amountHalalas, expiresAt: endsAt } = order;
  const { id: orderId, lineIds } = await insertOrder(ctx, order);
  const held = order.lines.map(({ run: { runId }, qty, holdEnds }) => {
    const orderLineId = lineIds.get(runId);
    if (!orderLineId) throw new Error(`The line of run ${runId} was not written`);
    return { orderLineId, runId, qty, heldUntil: holdEnds };
  });
  await holdSeats(ctx, orderId, held, order.seats);
  const payment =
    dueOn === undefined ? ({ method: "card" } as const) : ({ method: "transfer", dueOn, endsAt } as const);
  return { id: orderId, paymentId: await openPayment(ctx, { orderId, amountHalalas, ...payment }) };
}
