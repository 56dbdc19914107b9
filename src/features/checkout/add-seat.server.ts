import { and, eq, gte, sql, sum } from "drizzle-orm";
import { accountFor, type NewPerson } from "#features/people/accounts.server.ts";
import { holdSeats } from "#features/seats/attendees.server.ts";
import { retryRefusedSeats } from "#features/seats/refused-seats.server.ts";
import { readRuns } from "#features/seats/runs-on-sale.server.ts";
import { queueSeatMails } from "#features/seats/seat-mails.server.ts";
import { confirmSeats } from "#features/seats/seats.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { emptyBilling, type BillingAddress } from "#features/orders/billing.schema.ts";
import { insertOrder } from "#features/orders/insert-order.server.ts";
import { lockRuns } from "#features/orders/locks.server.ts";
import { moveOrder } from "#features/orders/move-order.server.ts";
import { itemsKey, taxOn } from "#features/orders/pricing.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { settleNothing } from "#features/payments/open-payment.server.ts";
import { notifyApprovers } from "#features/settings/approver-notices.server.ts";
import { taxPercent } from "#features/settings/settings.server.ts";
import { openTransferOrder } from "./open-transfer-order.server.ts";
import { audit } from "#platform/audit.server.ts";
import {
  inTransaction,
  requireFreshSignIn,
  requirePermission,
  requireStaff,
  type Ctx,
} from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import { m } from "#messages";
import { requireRunNotEnded, requireNoSeatInRun } from "#features/seats/roster/seats.server.ts";

export interface AddInput extends NewPerson {
  runId: number;
  /** Entered by staff, for the audit log. */
  reason: string;
}

/** Locks a run and checks that the person may get a seat there. Throws NotFound, Conflict, ValidationError. */
async function requireSeatFor(ctx: Ctx, { runId, email }: AddInput) {
  await lockRuns(ctx, [runId]);
  await requireRunNotEnded(ctx, runId);
  const [run] = await readRuns(ctx, [{ runId }], null);
  if (!run || run.seatsFree < 1) throw new Conflict(m.roster_no_seat_left({}, { locale: ctx.locale }));
  await requireNoSeatInRun(ctx, runId, email);
  return run;
}

/** Builds a billing address from a name alone, because free seats need no address. */
function toBilling(name: string): BillingAddress {
  const [first = "", ...rest] = name.split(" ");
  return { ...emptyBilling, first_name: first, last_name: rest.join(" ") };
}

/**
 * Sums the value of the free seats that this staff member gave in the last 24 hours, including VAT, at current prices
 * and the current tax rate.
 */
async function readRecentFreeSeatValue(ctx: Ctx, staffId: string): Promise<number> {
  const [row] = await ctx.db
    .select({ netHalalas: sum(sql`${courseRuns.priceHalalas} * ${orderLines.qty}`).mapWith(Number) })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .innerJoin(courseRuns, eq(courseRuns.id, orderLines.runId))
    .where(
      and(
        eq(orders.openedBy, staffId),
        eq(orders.totalHalalas, 0),
        gte(orders.createdAt, new Date(ctx.now().getTime() - 24 * 3_600_000)),
      ),
    );
  const netHalalas = row?.netHalalas ?? 0;
  return netHalalas + taxOn(netHalalas, await taxPercent(ctx));
}

/**
 * Gives someone a free seat: an order of 0.00 without an invoice, confirmed at once, with an email to the person. Also
 * works while the course is closed. Notifies the other staff who may approve refunds when this staff member's free
 * seats of 24 hours are worth more than one person may refund alone. Needs a fresh sign-in. Throws FreshSignInRequired,
 * NotFound, ValidationError (the person already has a seat), Conflict (no seat left; run cancelled or ended).
 */
export async function giveSeat(ctx: Ctx, input: AddInput): Promise<{ orderId: number }> {
  requirePermission(ctx, giveSeat.permission);
  requireFreshSignIn(ctx);
  const openedBy = requireStaff(ctx).id;
  const { runId, reason, name, email, scfhsNumber, profession, locale } = input;
  const give = async (ctx: Ctx) => {
    const run = await requireSeatFor(ctx, input);
    const { id: userId } = await accountFor(ctx, { name, email, scfhsNumber, profession, locale });
    const personCtx = { ...ctx, locale };
    const { id: orderId, lineIds } = await insertOrder(personCtx, {
      userId,
      openedBy,
      itemsKey: itemsKey([{ runId, qty: 1 }]),
      taxPercent: await taxPercent(ctx),
      billing: toBilling(name),
      invoiceRecipient: null,
      subTotalHalalas: 0,
      taxHalalas: 0,
      totalHalalas: 0,
      lines: [{ run: { ...run, unitPriceHalalas: 0 }, qty: 1 }],
      expiresAt: new Date(ctx.now().getTime() + 60_000),
    });
    const line = { orderLineId: lineIds.get(runId) ?? 0, runId, qty: 1, heldUntil: ctx.now() };
    const person = { runId, seat: 1, name, email, scfhsNumber: scfhsNumber || null, field: null };
    await holdSeats(ctx, orderId, [line], [person]);
    await settleNothing(ctx, orderId);
    await moveOrder(ctx, { id: orderId, userId, status: "pending" }, "paid", "free-of-charge");
    await confirmSeats(ctx, orderId);
    const [seat] = await ctx.db.select({ id: enrolments.id }).from(enrolments).where(eq(enrolments.orderId, orderId));
    if (!seat) throw new Error(`The seat of order ${orderId} was not written`);
    await queueSeatMails(ctx, "attendee-place", eq(enrolments.id, seat.id), { isFree: true });
    await audit(ctx, {
      action: "seat.given",
      entity: "run",
      entityId: runId,
      after: { orderId, seatId: seat.id, name, email, reason },
      personal: { of: userId, paths: ["after.name", "after.email", "after.reason"] },
    });
    await notifyApprovers(ctx, { kind: "free-seat", runId, halalas: await readRecentFreeSeatValue(ctx, openedBy) });
    return { orderId };
  };
  return retryRefusedSeats(() => inTransaction(ctx, give));
}
giveSeat.permission = "roster.write" as const;

/**
 * Holds a seat for someone until the last day to pay by transfer, and emails the bank details. Throws like
 * `openTransferOrder`, also ValidationError when the person already has a seat.
 */
export async function sellSeatByTransfer(
  ctx: Ctx,
  input: AddInput & { billing: BillingAddress; dueOn?: string | undefined },
): Promise<{ orderId: number }> {
  requirePermission(ctx, sellSeatByTransfer.permission);
  const { runId, name, email, scfhsNumber, profession, locale, billing, dueOn, reason } = input;
  const buyer = await inTransaction(ctx, async (ctx) => {
    await requireSeatFor(ctx, input);
    return accountFor(ctx, { name, email, scfhsNumber, profession, locale });
  });
  const { orderId } = await openTransferOrder(ctx, {
    buyerId: buyer.id,
    items: [{ runId, qty: 1 }],
    billing,
    attendees: [{ runId, name, email, scfhs_number: scfhsNumber }],
    dueOn,
  });
  await inTransaction(ctx, (ctx) =>
    audit(ctx, {
      action: "seat.sold-by-transfer",
      entity: "run",
      entityId: runId,
      after: { orderId, email, reason },
      personal: { of: buyer.id, paths: ["after.email", "after.reason"] },
    }),
  );
  return { orderId };
}
sellSeatByTransfer.permission = "orders.transfer" as const;
