import { and, eq, inArray, or, sql } from "drizzle-orm";
import { users } from "#features/people/tables.server.ts";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { Forbidden } from "#platform/errors.ts";
import { m } from "#messages";
import { enrolments } from "./tables.server.ts";

/** Lists the orders that have confirmed seats on these runs. */
export async function listEnrolledOrders(ctx: Ctx, runIds: number[]): Promise<{ runId: number; orderId: number }[]> {
  const { runId, orderId, state } = enrolments;
  return ctx.db
    .selectDistinct({ runId, orderId })
    .from(enrolments)
    .where(and(inArray(runId, runIds), eq(state, "confirmed")));
}

/**
 * Whether the caller has a confirmed seat on a run, by account or confirmed email. Throws Unauthenticated, and
 * Forbidden for another person's `user_id`.
 */
export async function checkCourseBooking(
  ctx: Ctx,
  input: { runId: number; user_id: string },
): Promise<{ already_registered: boolean }> {
  const viewer = requireViewer(ctx);
  if (input.user_id !== viewer.id) throw new Forbidden(m.platform_not_yours({}, { locale: ctx.locale }));
  const { runId, state, userId, attendeeEmail } = enrolments;
  // Only a confirmed address counts, because anyone can register with anyone's address.
  const confirmedAddress = ctx.db
    .select({ email: sql`lower(${users.email})` })
    .from(users)
    .where(and(eq(users.id, viewer.id), eq(users.emailVerified, true)));
  const isOwn = or(eq(userId, viewer.id), inArray(attendeeEmail, confirmedAddress));
  const whereOwnSeat = and(eq(runId, input.runId), eq(state, "confirmed"), isOwn);
  const [row] = await ctx.db.select({ id: enrolments.id }).from(enrolments).where(whereOwnSeat).limit(1);
  return { already_registered: row !== undefined };
}
