import { and, eq, inArray, or } from "drizzle-orm";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { isValueKeptSql, releaseSeats } from "#features/seats/seats.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orderLines } from "#features/orders/tables.server.ts";
import { audit } from "#platform/audit.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { queueMovedMails } from "./move-mails.server.ts";
import { hasSeatThere, moveSeatsTo } from "./move-seats.server.ts";
import { orderChanges } from "#features/changes/tables.server.ts";

/**
 * Reads the move whose price difference an order paid, with those of its seats that still exist. Throws when the order
 * paid no such difference.
 */
async function readPaidMove(ctx: Ctx, paymentOrderId: number) {
  const [change] = await ctx.db.select().from(orderChanges).where(eq(orderChanges.paymentOrderId, paymentOrderId));
  if (!change || change.toRunId === null) throw new Error(`Order ${paymentOrderId} is the difference of no move`);
  const { id, orderId, runId, state } = enrolments;
  const isMovable = or(eq(state, "confirmed"), isValueKeptSql);
  const isSeat = and(inArray(id, change.seatIds), eq(orderId, change.orderId), isMovable);
  const rows = await ctx.db
    .select({ seat: enrolments, line: orderLines })
    .from(enrolments)
    .innerJoin(orderLines, eq(orderLines.id, enrolments.orderLineId))
    .innerJoin(courseRuns, eq(courseRuns.id, runId))
    .where(and(isSeat, eq(runId, change.runId)))
    .orderBy(enrolments.seat);
  return { change, toRunId: change.toRunId, line: rows[0]?.line, seats: rows.map(({ seat }) => seat) };
}

/**
 * Checks whether the seats of a paid price difference can still move: they exist, and none of their attendees has a
 * seat on the new date.
 */
export async function readMoveState(
  ctx: Ctx,
  paymentOrderId: number,
): Promise<{ areSeatsGone: boolean; isRegistered: boolean }> {
  const { change, toRunId, seats } = await readPaidMove(ctx, paymentOrderId);
  const areSeatsGone = change.state === "done" || seats.length < change.seatIds.length;
  return { areSeatsGone, isRegistered: await hasSeatThere(ctx, toRunId, seats) };
}

/**
 * Moves the seats whose price difference has just been paid. Callers hold the locks of both orders and both runs, and
 * have checked `readMoveState`.
 */
export async function finishPaidMove(ctx: Ctx, paymentOrderId: number): Promise<void> {
  const { change, toRunId, line, seats } = await readPaidMove(ctx, paymentOrderId);
  if (!line) throw new Error(`The seats of change ${change.id} are gone`);
  // Frees the seats that were held on the new date until the payment.
  await releaseSeats(ctx, paymentOrderId);
  const moved = await moveSeatsTo(ctx, { line, seats, toRunId, paidBy: paymentOrderId, at: change.quotedAt });
  const done = { state: "done" as const, doneAt: ctx.now() };
  const [saved] = await ctx.db.update(orderChanges).set(done).where(eq(orderChanges.id, change.id)).returning();
  await queueMovedMails(ctx, saved ?? change, moved);
  await audit(ctx, {
    action: "change.moved",
    entity: "order",
    entityId: change.orderId,
    after: { changeId: change.id, seatIds: change.seatIds, runId: change.runId, toRunId, paymentOrderId },
  });
}
