import { eq } from "drizzle-orm";
import { cancelSeat } from "#features/orders/seats/person-of-seat.server.ts";
import { queueSeatMails } from "#features/orders/seats/seat-mails.server.ts";
import { enrolments } from "#features/orders/seats/tables.server.ts";
import { contentChanged } from "#features/settings/content-changes.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { lockSeat } from "./seats.server.ts";
import { requireNotReturning } from "./swap-seat.server.ts";

/**
 * Cancels one seat without a refund: it is free again at once, the order stays paid. With a refund it is a refund of
 * the order, which releases the seat. `tell` mails the person, with the reason. For `roster.write`. Throws
 * Unauthenticated, Forbidden, NotFound, Conflict (not confirmed, being refunded; run cancelled or ended).
 */
export async function cancelOneSeat(
  ctx: Ctx,
  input: { seatId: number; reason: string; tell: boolean },
): Promise<{ runId: number }> {
  requirePermission(ctx, "roster.write");
  return inTransaction(ctx, async (ctx) => {
    const { seat, order } = await lockSeat(ctx, input.seatId);
    await requireNotReturning(ctx, seat);
    await cancelSeat(ctx, seat.id);
    if (input.tell) await queueSeatMails(ctx, "seat-cancelled", eq(enrolments.id, seat.id), { reason: input.reason });
    const { runId, orderId, attendeeName: name, attendeeEmail: email } = seat;
    await audit(ctx, {
      action: "seat.cancelled",
      entity: "run",
      entityId: runId,
      before: { orderId, seatId: seat.id, name, email },
      after: { reason: input.reason, told: input.tell },
      personal: { of: seat.userId ?? order.userId, paths: ["before.name", "before.email", "after.reason"] },
    });
    await contentChanged(ctx);
    return { runId };
  });
}
