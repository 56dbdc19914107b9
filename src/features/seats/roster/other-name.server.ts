import { eq } from "drizzle-orm";
import { nameOtherValues } from "#features/people/person.server.ts";
import { users } from "#features/people/tables.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";
import { lockSeat } from "./seats.server.ts";

/**
 * Saves the name of an attendee in the other script, such as Arabic for a Latin name; `""` removes it. Also saves it in
 * the person's account, for the next course. Works after the run too, for the certificate. Throws NotFound, Conflict
 * (the seat is not confirmed or has no attendee, or the run is cancelled).
 */
export async function writeOtherName(
  ctx: Ctx,
  { seatId, name }: { seatId: number; name: string },
): Promise<{ runId: number }> {
  requirePermission(ctx, writeOtherName.permission);
  return inTransaction(ctx, async (ctx) => {
    const { seat, order } = await lockSeat(ctx, seatId, { allowsEnded: true });
    if (seat.attendeeName === null) throw new Conflict(m.roster_seat_not_confirmed({}, { locale: ctx.locale }));
    const nameOther = name === "" ? null : name;
    await ctx.db.update(enrolments).set({ attendeeNameOther: nameOther }).where(eq(enrolments.id, seatId));
    if (seat.userId !== null)
      await ctx.db.update(users).set(nameOtherValues(nameOther)).where(eq(users.id, seat.userId));
    const { orderId, runId } = seat;
    await audit(ctx, {
      action: "seat.other-name",
      entity: "run",
      entityId: runId,
      before: { orderId, seatId, nameOther: seat.attendeeNameOther },
      after: { orderId, seatId, nameOther },
      personal: { of: seat.userId ?? order.userId, paths: ["before.nameOther", "after.nameOther"] },
    });
    return { runId };
  });
}
writeOtherName.permission = "roster.write" as const;
