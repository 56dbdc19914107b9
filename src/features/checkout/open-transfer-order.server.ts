import { discountOrder } from "#features/discounts/discounts.server.ts";
import { and, eq } from "drizzle-orm";
import { users } from "#features/people/tables.server.ts";
import { checkRuns, orderedRuns, openOrder } from "./begin-checkout.server.ts";
import type { AttendeeInput, SeatLine } from "#features/seats/attendee.ts";
import { findConfirmedAttendees, requireAssignedSeats } from "#features/seats/attendees.server.ts";
import { retryRefusedSeats } from "#features/seats/refused-seats.server.ts";
import { readRuns, type RunWithSeats } from "#features/seats/runs-on-sale.server.ts";
import type { BillingAddress, Company } from "#features/orders/billing.schema.ts";
import { buyerLock, lockRuns } from "#features/orders/locks.server.ts";
import {
  itemsKey,
  maxLines,
  minChargeHalalas,
  pricedLine,
  priceOrder,
  type OrderTotals,
} from "#features/orders/pricing.ts";
import { orders } from "#features/orders/tables.server.ts";
import { payments } from "#features/payments/tables.server.ts";
import { taxPercent, transferSettings } from "#features/settings/settings.server.ts";
import { addDays, endOfRiyadhDay, riyadhDate } from "#i18n/dates.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { Conflict, NotFound, ValidationError } from "#platform/errors.ts";
import { m } from "#messages";
import { endUnpaidOrders } from "#features/seats/seats.server.ts";
import { queueAwaitsApproval, queueTransferMail } from "#features/settlement/transfers/transfer-mails.server.ts";
import { requireTransferStaff } from "#features/settlement/transfers/transfers.server.ts";

export interface TransferOrderInput {
  buyerId: string;
  items: SeatLine[];
  billing: BillingAddress;
  /** Recipient of the invoice when it is not the buyer. */
  company?: Company | null | undefined;
  /** Defaults to the buyer for the first seat of each line. */
  attendees?: AttendeeInput[] | null | undefined;
  /** As typed. */
  discountCode?: string | null | undefined;
  /** Last day to pay, `YYYY-MM-DD`; by default the site's days to pay from today. */
  dueOn?: string | undefined;
  /** Idempotency key of the whole site: the same key is the same order. */
  key?: string | undefined;
}

export interface TransferOrder {
  orderId: number;
  totalHalalas: number;
  /** `YYYY-MM-DD` in Riyadh. */
  dueOn: string;
}

async function readBuyer(ctx: Ctx, buyerId: string) {
  const { id, name, email, locale } = users;
  const [buyer] = await ctx.db.select({ id, name, email, locale }).from(users).where(eq(users.id, buyerId));
  if (!buyer) throw new NotFound(m.platform_not_found({}, { locale: ctx.locale }));
  return buyer;
}

/** Throws Conflict when the key was used for another buyer or other seats. */
async function findByIdempotencyKey(
  ctx: Ctx,
  { key, buyerId, items }: TransferOrderInput,
): Promise<TransferOrder | null> {
  if (key === undefined) return null;
  const [existing] = await ctx.db
    .select({ order: orders, dueOn: payments.dueOn })
    .from(orders)
    .innerJoin(payments, and(eq(payments.orderId, orders.id), eq(payments.number, 1)))
    .where(eq(orders.idempotencyKey, key));
  if (!existing) return null;
  const { order, dueOn } = existing;
  if (order.userId !== buyerId || order.itemsKey !== itemsKey(items) || dueOn === null)
    throw new Conflict(m.transfers_key_used({}, { locale: ctx.locale }));
  return { orderId: order.id, totalHalalas: order.totalHalalas, dueOn };
}

function requireItems(ctx: Ctx, items: readonly SeatLine[]): void {
  const message = [m.transfers_items_wrong({}, { locale: ctx.locale })];
  const isWhole = items.every(({ qty }) => Number.isSafeInteger(qty) && qty > 0);
  const isOnce = new Set(items.map(({ runId }) => runId)).size === items.length;
  if (items.length === 0 || items.length > maxLines || !isWhole || !isOnce)
    throw new ValidationError({ items: message });
}

function dueDay(ctx: Ctx, requestedDay: string | undefined, days: number, runs: readonly RunWithSeats[]): string {
  const today = riyadhDate(ctx.now());
  const last = runs.map(({ endDate }) => endDate).toSorted()[0] ?? today;
  const usual = addDays(today, days);
  if (requestedDay === undefined) return usual < last ? usual : last;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(requestedDay) || requestedDay < today || requestedDay > last)
    throw new ValidationError({ due_on: [m.transfers_due_wrong({}, { locale: ctx.locale })] });
  return requestedDay;
}

interface OpeningTerms {
  buyer: { id: string; name: string; email: string; locale: string };
  openedBy: string;
  /** Called under the buyer's lock. Returns the existing order that this request repeats, or throws what forbids it. */
  find: (ctx: Ctx) => Promise<TransferOrder | null>;
  /** Unpaid orders of the buyer that it replaces, by id. They get locked. */
  replaced?: (ctx: Ctx) => Promise<number[]>;
  /** `YYYY-MM-DD`. */
  dueOn: (runs: readonly RunWithSeats[], days: number) => string;
  /** Called under the locks. Throws what forbids the order. */
  check?: (runs: readonly RunWithSeats[], totals: OrderTotals) => void;
  /**
   * Throws when the buyer would hold too many unpaid seats. Called under the locks of runs and replaced orders, which
   * do not count. Absent for staff.
   */
  limit?: (ctx: Ctx, replaced: readonly number[], runs: readonly RunWithSeats[]) => Promise<void>;
  /** Key of the buyer's network. */
  openedFrom?: string;
  /** Called under the buyer's lock. Returns until when staff have to approve the order; null when they need not. */
  approvalEnds?: (ctx: Ctx, runs: readonly RunWithSeats[]) => Promise<Date | null>;
}

/** Opens an order that is paid by bank transfer and queues its email, on the given terms. Throws as they do. */
export async function openByTransfer(ctx: Ctx, input: TransferOrderInput, terms: OpeningTerms): Promise<TransferOrder> {
  const { items, billing, company: invoiceRecipient = null } = input;
  const { locale } = ctx;
  const { buyer, openedBy } = terms;
  const bank = await transferSettings(ctx);
  if (!bank) throw new Conflict(m.transfers_no_bank({}, { locale }));
  requireItems(ctx, items);
  const seats = requireAssignedSeats(ctx, items, input.attendees ?? [], buyer);
  const percent = await taxPercent(ctx);
  const runIds = items.map(({ runId }) => runId);
  const emails = seats.map(({ email }) => email);
  const open = async (ctx: Ctx): Promise<TransferOrder> => {
    // Under the buyer's lock, so that two simultaneous submits become one order.
    const same = await terms.find(ctx);
    if (same) return same;
    const replaced = (await terms.replaced?.(ctx)) ?? [];
    await lockRuns(ctx, runIds);
    const runs = await readRuns(ctx, items, terms.replaced ? buyer.id : null);
    checkRuns(ctx, { items, seats }, runs, await findConfirmedAttendees(ctx, runIds, emails));
    await terms.limit?.(ctx, replaced, runs);
    const dueOn = terms.dueOn(runs, bank.days);
    const approvalEnds = (await terms.approvalEnds?.(ctx, runs)) ?? null;
    const lastMoment = endOfRiyadhDay(dueOn);
    const expiresAt = approvalEnds && approvalEnds < lastMoment ? approvalEnds : lastMoment;
    const ordered = orderedRuns(items, runs, new Map(runIds.map((runId) => [runId, expiresAt])));
    const discountCode = input.discountCode || null;
    const { lines, code } = await discountOrder(ctx, ordered, discountCode, {
      locks: true,
      replaced,
      buyerId: buyer.id,
    });
    const totals = priceOrder(lines.map(pricedLine), percent);
    if (totals.totalHalalas < minChargeHalalas) throw new Conflict(m.checkout_nothing_to_pay({}, { locale }));
    terms.check?.(runs, totals);
    await endUnpaidOrders(ctx, replaced, "superseded");
    const who = {
      userId: buyer.id,
      openedBy,
      awaitsApproval: approvalEnds !== null,
      ...(terms.openedFrom !== undefined && { openedFrom: terms.openedFrom }),
      idempotencyKey: input.key ?? null,
      itemsKey: itemsKey(items),
      taxPercent: percent,
      billing,
      invoiceRecipient,
    };
    // The order is in the buyer's language, not in that of the portal.
    const forBuyer = { ...ctx, locale: buyer.locale === "ar" ? ("ar" as const) : ("en" as const) };
    const { id } = await openOrder(forBuyer, { ...totals, ...who, lines, code, seats, expiresAt, dueOn });
    if (approvalEnds) await queueAwaitsApproval(forBuyer, id);
    else await queueTransferMail(forBuyer, id, { dueOn, bank });
    const after = { buyerId: buyer.id, items, totalHalalas: totals.totalHalalas, dueOn };
    await audit(ctx, { action: "order.opened", entity: "order", entityId: id, after });
    return { orderId: id, totalHalalas: totals.totalHalalas, dueOn };
  };
  return retryRefusedSeats(() => inTransaction(ctx, open, buyerLock(buyer.id)));
}

/**
 * Opens an order that is paid by bank transfer and emails the bank details in the buyer's language. Seats are held
 * until the end of its last day in Riyadh, also beyond a buyer's limit. The buyer's other orders stay. The same `key`
 * is the same order. Requires `orders.transfer`. Throws Unauthenticated, Forbidden, NotFound (account, run), Conflict
 * (no bank account set; ended, closed, sold out, all held, already registered, nothing to pay, key used for another
 * order), ValidationError.
 */
export async function openTransferOrder(ctx: Ctx, input: TransferOrderInput): Promise<TransferOrder> {
  const openedBy = requireTransferStaff(ctx);
  if (!(await transferSettings(ctx))) throw new Conflict(m.transfers_no_bank({}, { locale: ctx.locale }));
  requireItems(ctx, input.items);
  return openByTransfer(ctx, input, {
    buyer: await readBuyer(ctx, input.buyerId),
    openedBy,
    find: (ctx) => findByIdempotencyKey(ctx, input),
    dueOn: (runs, days) => dueDay(ctx, input.dueOn, days, runs),
  });
}
