import { and, eq, exists, inArray, isNull } from "drizzle-orm";
import { buyerLock, lockOrders, lockRuns } from "#features/orders/locks.server.ts";
import { holdSettings, taxPercent } from "#features/settings/settings.server.ts";
import { localePath } from "#i18n/locale.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { inTransaction, requireViewer, type Ctx } from "#platform/context.server.ts";
import { Conflict, ValidationError } from "#platform/errors.ts";
import { consumeRateLimit } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import type { AttendeeInput, SeatLine } from "#features/orders/seats/attendee.ts";
import {
  limitNamedPeople,
  confirmedAttendeesSql,
  replaceAttendees,
  requireAssignedSeats,
} from "#features/orders/seats/attendees.server.ts";
import type { BillingAddress, Company } from "#features/orders/billing.schema.ts";
import { groupErrors, holdEnds, readOwnHolds } from "#features/orders/seats/hold-limits.server.ts";
import { seatsHeldElsewhere } from "#features/orders/seats/hold-rules.ts";
import { moveOrder } from "#features/orders/move-order.server.ts";
import type { OrderStatus } from "#features/orders/order-states.ts";
import { itemsKey, minChargeHalalas, priceOrder, type OrderTotals } from "#features/orders/pricing.ts";
import { retryRefusedSeats } from "#features/orders/seats/refused-seats.server.ts";
import { endUnpaidOrders } from "#features/orders/seats/seats.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { readPayments } from "#features/orders/settle/locked-order.server.ts";
import { openPayment } from "#features/payments/open-payment.server.ts";
import { enrolments } from "#features/orders/seats/tables.server.ts";
import { readRuns } from "#features/orders/seats/runs-on-sale.server.ts";
import type { BegunCheckout } from "./checkout.schema.ts";
import { checkRuns, orderedRuns, openOrder } from "./open-order.server.ts";

export interface CheckoutInput {
  items: SeatLine[];
  billing: BillingAddress;
  /** Recipient of the invoice when it is not the buyer. */
  company?: Company | null | undefined;
  /** Without it the first seat of each line is the buyer's. */
  attendees?: AttendeeInput[] | null | undefined;
}
interface OpenOrder {
  id: number;
  userId: string;
  status: OrderStatus;
  reason: string | null;
  itemsKey: string;
  expiresAt: Date;
}

/** Locks the orders by id and before the runs, in the same order as settlePayment. */
async function lockOpenOrders(ctx: Ctx, userId: string, runIds: number[]): Promise<OpenOrder[]> {
  const { id, status, reason, itemsKey, expiresAt, openedBy } = orders;
  const held = ctx.db
    .select({ id: enrolments.id })
    .from(enrolments)
    .where(and(eq(enrolments.orderId, id), eq(enrolments.state, "held"), inArray(enrolments.runId, runIds)));
  const query = ctx.db
    .select({ id, userId: orders.userId, status, reason, itemsKey, expiresAt })
    .from(orders)
    .where(and(eq(orders.userId, userId), isNull(openedBy), inArray(status, ["pending", "failed"]), exists(held)));
  return lockOrders(ctx, query.$dynamic());
}

type Resubmit = Pick<typeof orders.$inferInsert, "billing" | "invoiceRecipient" | "locale">;

async function resubmit(ctx: Ctx, orderId: number, totals: OrderTotals, said: Resubmit): Promise<boolean> {
  const { id, totalHalalas, subTotalHalalas } = orders;
  const samePrice = and(eq(totalHalalas, totals.totalHalalas), eq(subTotalHalalas, totals.subTotalHalalas));
  const kept = await ctx.db
    .update(orders)
    .set(said)
    .where(and(eq(id, orderId), samePrice))
    .returning({ id });
  return kept.length > 0;
}

const isPayable = ({ status, reason }: OpenOrder): boolean =>
  status === "pending" || (status === "failed" && reason === "declined");

/** Returns the open payment's id; after a declined card, reopens the order with a new payment. */
async function payableWith(ctx: Ctx, order: OpenOrder, amountHalalas: number): Promise<string> {
  if (order.status === "failed") {
    await moveOrder(ctx, order, "pending", null);
    return openPayment(ctx, { orderId: order.id, amountHalalas, method: "card" });
  }
  const [newest] = await readPayments(ctx, order.id);
  if (!newest) throw new Error(`Order ${order.id} has no payment`);
  return newest.id;
}

/**
 * Prices the items, holds their seats (docs/pricing.md) and opens the order, in one transaction that locks the runs, so
 * that sold and held seats never exceed a capacity. Repeated, it returns the same order and `given_id`; after a
 * declined card a new `given_id`, while the hold lasts. Throws Unauthenticated, NotFound, Conflict (ended, closed, sold
 * out, all held, already registered, hold nearly over), ValidationError, RateLimited (also while the buyer waits for a
 * run whose holds ran out).
 */
export async function beginCheckout(ctx: Ctx, input: CheckoutInput): Promise<BegunCheckout> {
  const viewer = requireViewer(ctx);
  await consumeRateLimit(ctx, "checkoutPerAccount", viewer.id);
  const { items, billing, company: invoiceRecipient = null } = input;
  const limits = await holdSettings(ctx);
  const quantities = items.map(({ qty }) => qty);
  const refuseGroups = async (ctx: Ctx, heldElsewhere: number) => {
    const wrong = await groupErrors(ctx, quantities, heldElsewhere, limits, invoiceRecipient !== null);
    if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
  };
  await refuseGroups(ctx, 0);
  const seats = requireAssignedSeats(ctx, items, input.attendees ?? [], viewer);
  await limitNamedPeople(ctx, seats);
  const percent = await taxPercent(ctx);
  const runIds = items.map((item) => item.runId);
  const key = itemsKey(items);

  const begin = async (ctx: Ctx) => {
    const open = await lockOpenOrders(ctx, viewer.id, runIds);
    await lockRuns(ctx, runIds);
    const runs = await readRuns(ctx, runIds, viewer.id);
    checkRuns(
      ctx,
      { items, seats },
      runs,
      await confirmedAttendeesSql(
        ctx,
        runIds,
        seats.map((seat) => seat.email),
      ),
    );
    const holds = await readOwnHolds(ctx, viewer.id);
    await refuseGroups(ctx, seatsHeldElsewhere(holds, runIds, ctx.now()));
    const ends = await holdEnds(ctx, runs, holds, limits);
    const lines = orderedRuns(items, runs, ends);
    const totals = priceOrder(
      lines.map(({ qty, run }) => ({ qty, unitPriceHalalas: run.unitPriceHalalas })),
      percent,
    );
    if (totals.totalHalalas < minChargeHalalas) {
      throw new Conflict(m.checkout_nothing_to_pay({}, { locale: ctx.locale }));
    }

    const latest = new Date(ctx.now().getTime() + limits.minutesToPay * 60_000);
    const same = open.find((order) => isPayable(order) && order.itemsKey === key && order.expiresAt >= latest);
    if (same && (await resubmit(ctx, same.id, totals, { billing, invoiceRecipient, locale: ctx.locale }))) {
      await replaceAttendees(ctx, same.id, seats);
      const paymentId = await payableWith(ctx, same, totals.totalHalalas);
      return { id: same.id, paymentId, expiresAt: same.expiresAt, totals };
    }
    await endUnpaidOrders(
      ctx,
      open.map(({ id }) => id),
      "superseded",
    );
    const expiresAt = new Date(Math.min(...lines.map(({ holdEnds }) => holdEnds.getTime())));
    const order = { ...totals, userId: viewer.id, key, percent, billing, invoiceRecipient, lines, seats, expiresAt };
    return { ...(await openOrder(ctx, order)), expiresAt, totals };
  };
  // Serialized per buyer: the second submit finds the order of the first.
  const begun = await retryRefusedSeats(() => inTransaction(ctx, begin, buyerLock(viewer.id)));

  return {
    order_id: begun.id,
    amount: begun.totals.totalHalalas,
    currency: "SAR",
    sub_total: decimalFromHalalas(begun.totals.subTotalHalalas),
    tax: decimalFromHalalas(begun.totals.taxHalalas),
    total: decimalFromHalalas(begun.totals.totalHalalas),
    callback_url: `${ctx.env.BASE_URL}${localePath("/order-response", ctx.locale)}`,
    metadata: { order_id: String(begun.id) },
    given_id: begun.paymentId,
    publishable_key: ctx.env.PAYMENTS_PUBLISHABLE_KEY,
    payments_url: `${ctx.env.PAYMENTS_API_URL}/payments`,
    expires_at: begun.expiresAt.toISOString(),
  };
}
