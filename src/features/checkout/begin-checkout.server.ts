import { and, eq, exists, inArray, isNull, not } from "drizzle-orm";
import { buyerLock, lockHolders, lockOrders, lockRuns } from "#features/orders/locks.server.ts";
import { holdSettings, taxPercent } from "#features/settings/settings.server.ts";
import { localePath } from "#i18n/locale.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { inTransaction, requireViewer, type Ctx } from "#platform/context.server.ts";
import { Conflict, ValidationError, NotFound, type FieldMap } from "#platform/errors.ts";
import { getProblemMessage } from "#platform/http/fields.server.ts";
import { consumeRateLimit } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import type { AttendeeInput, SeatLine, AssignedSeat } from "#features/seats/attendee.ts";
import {
  limitNamedPeople,
  findConfirmedAttendees,
  replaceAttendees,
  requireAssignedSeats,
  holdSeats,
  attendeeKey,
  seatTakenText,
} from "#features/seats/attendees.server.ts";
import type { BillingAddress, Company } from "#features/orders/billing.schema.ts";
import { withNationalAddress } from "#features/orders/national-address.server.ts";
import { isOutsideCardCheckoutSql } from "#features/seats/conditions.server.ts";
import { groupErrors, holdEnds, readOwnHolds } from "#features/seats/hold-limits.server.ts";
import { seatsHeldElsewhere } from "#features/seats/hold-rules.ts";
import { discountOrder, limitWrongCodes } from "#features/discounts/discounts.server.ts";
import { moveOrder } from "#features/orders/move-order.server.ts";
import type { OrderStatus } from "#features/orders/order-states.ts";
import {
  itemsKey,
  minChargeHalalas,
  pricedLine,
  priceOrder,
  type LineDiscount,
  type OrderTotals,
} from "#features/orders/pricing.ts";
import { retryRefusedSeats } from "#features/seats/refused-seats.server.ts";
import { endUnpaidOrders } from "#features/seats/seats.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { readPayments } from "#features/payments/locked-order.server.ts";
import { takeOffers } from "#features/seats/offers.server.ts";
import { installationId } from "#features/payments/installation.server.ts";
import { openPayment } from "#features/payments/open-payment.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { readRuns, type RunWithSeats } from "#features/seats/runs-on-sale.server.ts";
import { insertOrder, type NewOrder } from "#features/orders/insert-order.server.ts";
import { seatState } from "#features/catalogue/course.ts";
import { riyadhDate } from "#i18n/dates.ts";
import type { BegunCheckout } from "./checkout.schema.ts";
import { requireConfirmedForOthers } from "#features/people/confirmed-address.server.ts";
import { limitNewSeats, networkKey } from "#features/seats/unpaid-seats.server.ts";

interface OpenedOrder extends NewOrder {
  lines: { run: RunWithSeats; qty: number; holdEnds: Date; discount?: LineDiscount | null }[];
  seats: AssignedSeat[];
  /** Last day to pay by transfer, `YYYY-MM-DD`; absent for a card. */
  dueOn?: string;
}

/** Writes an order with its lines, seats and payment. Callers hold the buyer and run locks. */
export async function openOrder(ctx: Ctx, order: OpenedOrder): Promise<{ id: number; paymentId: string }> {
  const { dueOn, totalHalalas: amountHalalas, expiresAt: endsAt } = order;
  const { id: orderId, lineIds } = await insertOrder(ctx, order);
  const isByBuyer = order.openedBy === undefined || order.openedBy === order.userId;
  const offered = isByBuyer ? order.lines.filter(({ run }) => run.mayBeOffered) : [];
  const offerLines = offered.map(({ run: { runId }, qty }) => ({ runId, qty }));
  await takeOffers(ctx, { userId: order.userId, orderId, lines: offerLines });
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

interface RequestedSeats {
  items: SeatLine[];
  seats: AssignedSeat[];
}

export function orderedRuns(
  items: SeatLine[],
  runs: RunWithSeats[],
  ends: ReadonlyMap<number, Date>,
): OpenedOrder["lines"] {
  return items.map(({ runId, qty }) => {
    const run = runs.find((candidate) => candidate.runId === runId);
    const holdEnds = ends.get(runId);
    if (!run || !holdEnds) throw new Error(`Run ${runId} was checked and is gone`);
    return { run, qty, holdEnds };
  });
}

/** Reads the requested runs. Throws NotFound, Conflict or ValidationError for what cannot be bought. */
export function checkRuns(ctx: Ctx, { items, seats }: RequestedSeats, runs: RunWithSeats[], booked: Set<string>): void {
  const { locale } = ctx;
  const today = riyadhDate(ctx.now());
  const wrong: FieldMap = {};
  for (const [index, item] of items.entries()) {
    const run = runs.find((candidate) => candidate.runId === item.runId);
    if (!run) throw new NotFound(m.catalogue_not_found({}, { locale }));
    const course = locale === "ar" && run.nameAr ? run.nameAr : run.nameEng;
    const bookedSeats = seats.filter(
      (seat) => seat.runId === run.runId && booked.has(attendeeKey(run.runId, seat.email)),
    );
    if (run.endDate < today) throw new Conflict(m.checkout_ended({ course }, { locale }));
    if (run.disabled) throw new Conflict(m.checkout_closed({ course }, { locale }));
    if (bookedSeats.some((seat) => seat.field === null))
      throw new Conflict(m.checkout_already_registered({ course }, { locale }));
    const state = seatState({ seats_left: run.seatsFree, seats_held: run.seatsHeld });
    if (state === "held")
      throw new Conflict(`${m.checkout_held({ course }, { locale })} ${m.checkout_held_hint({}, { locale })}`);
    if (state === "sold-out") throw new Conflict(m.checkout_checkout_sold_out({ course }, { locale }));
    if (run.company !== null && item.qty !== run.capacity && ctx.actor.kind !== "staff")
      wrong[`items.${index}.qty`] = [m.checkout_whole_run({ count: run.capacity }, { locale })];
    else if (item.qty > run.seatsFree)
      wrong[`items.${index}.qty`] = [m.checkout_qty_above_available({ n: run.seatsFree }, { locale })];
    // A company that books a whole run may not know yet who comes.
    if (run.company === null && item.named_later === item.qty)
      wrong[`items.${index}.named_later`] = [getProblemMessage("invalid", locale)];
    for (const seat of bookedSeats) wrong[`${seat.field}.email`] = [seatTakenText(ctx, seat.email, course)];
  }
  if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
}

export interface CheckoutInput {
  items: SeatLine[];
  billing: BillingAddress;
  /** Recipient of the invoice when it is not the buyer. */
  company?: Company | null | undefined;
  /** Defaults to the buyer for the first seat of each line. */
  attendees?: AttendeeInput[] | null | undefined;
  /** As typed. */
  discountCode?: string | null | undefined;
}
interface OpenOrder {
  id: number;
  userId: string;
  status: OrderStatus;
  reason: string | null;
  itemsKey: string;
  expiresAt: Date;
}

/** Locks the orders by id and before the runs, in the same order as settlePayment does. */
export async function lockOpenOrders(ctx: Ctx, userId: string, runIds: number[]): Promise<OpenOrder[]> {
  const { id, status, reason, itemsKey, expiresAt } = orders;
  const held = ctx.db
    .select({ id: enrolments.id })
    .from(enrolments)
    .where(and(eq(enrolments.orderId, id), eq(enrolments.state, "held"), inArray(enrolments.runId, runIds)));
  const query = ctx.db
    .select({ id, userId: orders.userId, status, reason, itemsKey, expiresAt })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        not(isOutsideCardCheckoutSql),
        inArray(status, ["pending", "failed"]),
        exists(held),
      ),
    );
  return lockOrders(ctx, query.$dynamic());
}

type Resubmit = Pick<typeof orders.$inferInsert, "billing" | "invoiceRecipient" | "locale">;

async function resubmit(
  ctx: Ctx,
  orderId: number,
  { totalHalalas, subTotalHalalas }: OrderTotals,
  codeId: number | null,
  values: Resubmit,
): Promise<boolean> {
  const { id, discountCodeId } = orders;
  const samePrice = and(
    eq(orders.totalHalalas, totalHalalas),
    eq(orders.subTotalHalalas, subTotalHalalas),
    codeId === null ? isNull(discountCodeId) : eq(discountCodeId, codeId),
  );
  const updated = await ctx.db
    .update(orders)
    .set(values)
    .where(and(eq(id, orderId), samePrice))
    .returning({ id });
  return updated.length > 0;
}

export const isPayable = ({ status, reason }: Pick<OpenOrder, "status" | "reason">): boolean =>
  status === "pending" || (status === "failed" && reason === "declined");

/** Returns the open payment's id; after a declined card, reopens the order with a new payment. */
export async function openOrReusePayment(
  ctx: Ctx,
  order: Pick<OpenOrder, "id" | "userId" | "status">,
  amountHalalas: number,
): Promise<string> {
  if (order.status === "failed") {
    await moveOrder(ctx, order, "pending", null);
    return openPayment(ctx, { orderId: order.id, amountHalalas, method: "card" });
  }
  const [newest] = await readPayments(ctx, order.id);
  if (!newest) throw new Error(`Order ${order.id} has no payment`);
  return newest.id;
}

/**
 * Prices the items, holds their seats (docs/pricing.md) and opens the order. One transaction locks the runs, so that
 * sold and held seats never exceed the capacity. A repeated request returns the same order and `given_id`, or after a
 * declined card a new `given_id` while the hold lasts. Throws Unauthenticated, ConfirmedAddressRequired (for seats of
 * other people), NotFound, Conflict (ended, closed, sold out, all held, already registered, hold nearly over, too many
 * seats held from this network), ValidationError (also for a discount code that does not apply, and for part of a run
 * for a company or without a company), RateLimited (also while the buyer waits for a run whose holds expired).
 */
export async function beginCheckout(ctx: Ctx, input: CheckoutInput): Promise<BegunCheckout> {
  const viewer = requireViewer(ctx);
  await consumeRateLimit(ctx, "checkoutPerAccount", viewer.id);
  const { items, billing } = input;
  const invoiceRecipient = await withNationalAddress(ctx, input.company ?? null, billing);
  const discountCode = input.discountCode || null;
  const limits = await holdSettings(ctx);
  const refuseGroups = async (ctx: Ctx, heldElsewhere: number, runs: readonly RunWithSeats[]) => {
    // The limits protect seats that others want.
    const isLimited = ({ runId }: SeatLine) => !runs.some((run) => run.runId === runId && run.company !== null);
    const quantities = items.map((item) => (isLimited(item) ? item.qty : 0));
    const wrong = await groupErrors(ctx, quantities, heldElsewhere, limits, { hasCompany: invoiceRecipient !== null });
    if (Object.keys(wrong).length > 0) throw new ValidationError(wrong);
  };
  if (!items.some(({ key }) => key)) await refuseGroups(ctx, 0, []);
  const seats = requireAssignedSeats(ctx, items, input.attendees ?? [], viewer);
  await requireConfirmedForOthers(
    ctx,
    seats.map(({ email }) => email),
  );
  await limitNamedPeople(ctx, seats);
  const percent = await taxPercent(ctx);
  const runIds = items.map((item) => item.runId);
  const key = itemsKey(items);

  const begin = async (ctx: Ctx) => {
    const open = await lockOpenOrders(ctx, viewer.id, runIds);
    await lockRuns(ctx, runIds);
    const runs = await readRuns(ctx, items, viewer.id);
    checkRuns(
      ctx,
      { items, seats },
      runs,
      await findConfirmedAttendees(
        ctx,
        runIds,
        seats.map((seat) => seat.email),
      ),
    );
    const holds = await readOwnHolds(ctx, viewer.id);
    await refuseGroups(ctx, seatsHeldElsewhere(holds, runIds, ctx.now()), runs);
    const isForCompany = runs.some(({ company }) => company !== null);
    if (isForCompany && !invoiceRecipient)
      throw new ValidationError({ "company.name": [getProblemMessage("required", ctx.locale)] });
    const ends = await holdEnds(ctx, runs, holds, limits);
    const replaced = open.map(({ id }) => id);
    const ordered = orderedRuns(items, runs, ends);
    // Done before the discount code's lock, in the same order as a booking by transfer.
    await lockHolders(ctx, [networkKey(ctx)]);
    const { lines, code } = await discountOrder(ctx, ordered, discountCode, { locks: true, replaced });
    const totals = priceOrder(lines.map(pricedLine), percent);
    if (totals.totalHalalas < minChargeHalalas) {
      throw new Conflict(m.checkout_nothing_to_pay({}, { locale: ctx.locale }));
    }

    const latest = new Date(ctx.now().getTime() + limits.minutesToPay * 60_000);
    const same = open.find((order) => isPayable(order) && order.itemsKey === key && order.expiresAt >= latest);
    if (
      same &&
      (await resubmit(ctx, same.id, totals, code?.id ?? null, { billing, invoiceRecipient, locale: ctx.locale }))
    ) {
      await replaceAttendees(ctx, same.id, seats);
      const paymentId = await openOrReusePayment(ctx, same, totals.totalHalalas);
      return { id: same.id, paymentId, expiresAt: same.expiresAt, totals };
    }
    // Offered seats are held already, and those of a company are for no one else.
    const isKept = (run: RunWithSeats) => run.offerEnds !== null || run.company !== null;
    const fresh = items.filter(({ runId }) => !runs.some((run) => run.runId === runId && isKept(run)));
    const seatsHeld = fresh.reduce((sum, { qty }) => sum + qty, 0);
    if (seatsHeld > 0) await limitNewSeats(ctx, { userId: viewer.id, seats: seatsHeld, replaced });
    await endUnpaidOrders(ctx, replaced, "superseded");
    const expiresAt = new Date(Math.min(...lines.map(({ holdEnds }) => holdEnds.getTime())));
    const order = {
      ...totals,
      userId: viewer.id,
      itemsKey: key,
      taxPercent: percent,
      billing,
      invoiceRecipient,
      lines,
      code,
      seats,
      expiresAt,
      openedFrom: networkKey(ctx),
    };
    return { ...(await openOrder(ctx, order)), expiresAt, totals };
  };
  // Serialised per buyer, so that a second submit finds the order of the first.
  const begun = await limitWrongCodes(ctx, discountCode, () =>
    retryRefusedSeats(() => inTransaction(ctx, begin, buyerLock(viewer.id))),
  );

  return checkoutReply(ctx, begun);
}

/** Builds what the browser needs to pay an opened order. */
export const checkoutReply = async (
  ctx: Ctx,
  begun: { id: number; paymentId: string; expiresAt: Date; totals: OrderTotals },
): Promise<BegunCheckout> => ({
  order_id: begun.id,
  amount: begun.totals.totalHalalas,
  currency: "SAR",
  sub_total: decimalFromHalalas(begun.totals.subTotalHalalas),
  tax: decimalFromHalalas(begun.totals.taxHalalas),
  total: decimalFromHalalas(begun.totals.totalHalalas),
  callback_url: `${ctx.env.BASE_URL}${localePath("/order-response", ctx.locale)}`,
  metadata: { order_id: String(begun.id), installation_id: await installationId(ctx) },
  given_id: begun.paymentId,
  publishable_key: ctx.env.PAYMENTS_PUBLISHABLE_KEY,
  payments_url: `${ctx.env.PAYMENTS_API_URL}/payments`,
  expires_at: begun.expiresAt.toISOString(),
});
