/** Limits of the unpaid seats of one visitor, across all their accounts (docs/pricing.md, docs/security.md). */
import { and, count, eq, exists, inArray, isNotNull, not, lte, ne, notInArray, or, sql, type SQL } from "drizzle-orm";
import { lockHolders } from "#features/orders/locks.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { waitlistEntries } from "./offer-tables.server.ts";
import { holdSettings, publicSettings, transferSettings } from "#features/settings/settings.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { toNetwork } from "#platform/rate-limit.server.ts";
import { sign } from "#platform/signing.server.ts";
import { m } from "#messages";
import { contactParts } from "./hold-rules.ts";
import { isHeldNowSql, isOutsideCardCheckoutSql } from "./conditions.server.ts";
import { enrolments } from "./tables.server.ts";

/** Key of the caller's network, which is stored with their holds. It does not reveal the IP address. */
export const networkKey = (ctx: Ctx): string =>
  sign(ctx, `network:${toNetwork(ctx.address)}`)
    .toString("base64url")
    .slice(0, 22);

/** Whether an account has ever paid for an order, so that the limits of new accounts do not apply. */
export async function hasPaidBefore(ctx: Ctx, userId: string): Promise<boolean> {
  const isPaid = and(eq(orders.userId, userId), isNotNull(orders.paidAt));
  const [paid] = await ctx.db.select({ id: orders.id }).from(orders).where(isPaid).limit(1);
  return paid !== undefined;
}

/** Counts the seats that unpaid orders hold now, of the orders and seats that `where` selects. */
export async function countUnpaidSeats(ctx: Ctx, where: SQL | undefined): Promise<number> {
  const [held] = await ctx.db
    .select({ seats: count() })
    .from(enrolments)
    .innerJoin(orders, eq(orders.id, enrolments.orderId))
    .where(and(where, inArray(orders.status, ["pending", "failed"]), isHeldNowSql(ctx)));
  return held?.seats ?? 0;
}

/** Condition on orders: a buyer opened the order to pay by transfer. */
export const isBuyersTransferSql = eq(orders.openedBy, orders.userId);

async function throwNetworkLimit(ctx: Ctx): Promise<never> {
  const contact = contactParts(await publicSettings(ctx));
  throw new Conflict(m.enrolments_network_full(contact, { locale: ctx.locale }));
}

/**
 * Limits the seats that accounts without a paid order hold from one network: for a card payment, or until staff approve
 * their transfer (setting `newSeatsPerAddress`). Does not count the orders in `replaced`, which the new order replaces.
 * Callers hold the run locks and the lock of the network (`lockHolders`). Throws Conflict.
 */
export async function limitNewSeats(
  ctx: Ctx,
  { userId, seats, replaced = [] }: { userId: string; seats: number; replaced?: readonly number[] },
): Promise<void> {
  if (await hasPaidBefore(ctx, userId)) return;
  const { newSeatsPerAddress } = await holdSettings(ctx);
  const held = await countUnpaidSeats(
    ctx,
    and(
      eq(orders.openedFrom, networkKey(ctx)),
      or(not(isOutsideCardCheckoutSql), orders.awaitsApproval),
      replaced.length > 0 ? notInArray(orders.id, [...replaced]) : undefined,
    ),
  );
  if (held + seats > newSeatsPerAddress * ctx.env.RATE_LIMIT_FACTOR) await throwNetworkLimit(ctx);
}

/**
 * Limits the unpaid seats that buyers of one network booked by transfer (setting `seatsPerAddress`). Callers hold the
 * run locks and the lock of the network (`lockHolders`). Throws Conflict.
 */
export async function limitTransferSeats(ctx: Ctx, seats: number): Promise<void> {
  const bank = await transferSettings(ctx);
  const held = await countUnpaidSeats(ctx, and(eq(orders.openedFrom, networkKey(ctx)), isBuyersTransferSql));
  if (held + seats > (bank?.seatsPerAddress ?? 0) * ctx.env.RATE_LIMIT_FACTOR) await throwNetworkLimit(ctx);
}

/**
 * Limits the seats that accounts without a paid order wait for from one network (setting `waitingSeatsPerAddress`),
 * because an offer holds seats without payment. Callers hold the run lock. Throws Conflict.
 */
export async function limitWaitingSeats(ctx: Ctx, { userId, seats }: { userId: string; seats: number }): Promise<void> {
  if (await hasPaidBefore(ctx, userId)) return;
  const key = networkKey(ctx);
  await lockHolders(ctx, [key]);
  const { waitingSeatsPerAddress } = await holdSettings(ctx);
  const paid = ctx.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, waitlistEntries.userId), isNotNull(orders.paidAt)));
  const [waiting] = await ctx.db
    .select({ seats: sql<number>`coalesce(sum(${waitlistEntries.seats}), 0)::int` })
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.joinedFrom, key), ne(waitlistEntries.state, "ended"), sql`not ${exists(paid)}`));
  if ((waiting?.seats ?? 0) + seats > waitingSeatsPerAddress * ctx.env.RATE_LIMIT_FACTOR) await throwNetworkLimit(ctx);
}

/** Job: erases the network keys of orders whose hold has ended and of ended waitlist entries. */
export async function forgetNetworks(ctx: Ctx): Promise<void> {
  await ctx.db
    .update(orders)
    .set({ openedFrom: null })
    .where(and(isNotNull(orders.openedFrom), lte(orders.expiresAt, ctx.now())));
  await ctx.db
    .update(waitlistEntries)
    .set({ joinedFrom: null })
    .where(and(isNotNull(waitlistEntries.joinedFrom), eq(waitlistEntries.state, "ended")));
}
