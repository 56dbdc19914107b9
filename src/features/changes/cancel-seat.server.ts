import { eq } from "drizzle-orm";
import { cancelSeat } from "#features/seats/person-of-seat.server.ts";
import { lockSeat, requireNoOpenRefund } from "#features/seats/roster/seats.server.ts";
import { queueSeatMails } from "#features/seats/seat-mails.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { announceContentChange } from "#features/settings/content-changes.server.ts";
import { readSeatMoney } from "#features/settlement/refunds/seat-money.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";

/**
 * Cancels one seat without a refund: the seat is free at once and the order stays paid. If something was paid for the
 * seat, finance decides later whether to refund it. To cancel with a refund, refund the order instead: that releases the
 * seat. With `tell` the attendee gets an email with the reason. Throws Unauthenticated, Forbidden, NotFound,
 * Conflict (not confirmed, being refunded; run cancelled or ended).
 */
export async function cancelSeatWithoutRefund(
  ctx: Ctx,
  input: { seatId: number; reason: string; tell: boolean },
): Promise<{ runId: number }> {
  requirePermission(ctx, cancelSeatWithoutRefund.permission);
  return inTransaction(ctx, async (ctx) => {
    const { seat, order } = await lockSeat(ctx, input.seatId);
    await requireNoOpenRefund(ctx, seat);
    const paidHalalas = (await readSeatMoney(ctx, seat.orderId, [seat.id])).seatsHalalas;
    const isPaid = paidHalalas > 0;
    await cancelSeat(ctx, seat.id);
    if (isPaid) await ctx.db.update(enrolments).set({ refundDueAt: ctx.now() }).where(eq(enrolments.id, seat.id));
    const isPaidByAttendee = isPaid && seat.userId === order.userId;
    if (input.tell)
      await queueSeatMails(ctx, "seat-cancelled", eq(enrolments.id, seat.id), {
        reason: input.reason,
        isPaid: isPaidByAttendee,
      });
    const { runId, orderId, attendeeName: name, attendeeEmail: email } = seat;
    await audit(ctx, {
      action: "seat.cancelled",
      entity: "run",
      entityId: runId,
      before: { orderId, seatId: seat.id, name, email },
      after: { reason: input.reason, told: input.tell },
      personal: { of: seat.userId ?? order.userId, paths: ["before.name", "before.email", "after.reason"] },
    });
    await announceContentChange(ctx);
    return { runId };
  });
}
cancelSeatWithoutRefund.permission = "roster.write" as const;
