import { and, eq, gt, inArray, isNotNull, max, sql } from "drizzle-orm";
import { lockOpenOrders } from "./begin-checkout.server.ts";
import { limitWrongCodes } from "#features/discounts/discounts.server.ts";
import { contactParts } from "#features/seats/hold-rules.ts";
import { limitNamedPeople, replaceAttendees, requireAssignedSeats } from "#features/seats/attendees.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { itemsKey } from "#features/orders/pricing.ts";
import { withNationalAddress } from "#features/orders/national-address.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { openByTransfer, type TransferOrder, type TransferOrderInput } from "./open-transfer-order.server.ts";
import { payments } from "#features/payments/tables.server.ts";
import { publicSettings, transferSettings } from "#features/settings/settings.server.ts";
import { dayMs, riyadhDate, weekdayRange } from "#i18n/dates.ts";
import { decimalFromHalalas, formatSar } from "#i18n/money.ts";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { Conflict, ValidationError, type FieldMap } from "#platform/errors.ts";
import { getProblemMessage } from "#platform/http/fields.server.ts";
import { consumeRateLimit } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { mayTransfer, transferDueOn, type TransferTerms } from "./transfer-terms.ts";
import { requireConfirmedAddress } from "#features/people/confirmed-address.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { lockHolders } from "#features/orders/locks.server.ts";
import type { RunWithSeats } from "#features/seats/runs-on-sale.server.ts";
import type { SeatLine } from "#features/seats/attendee.ts";
import {
  countUnpaidSeats,
  hasPaidBefore,
  isBuyersTransferSql,
  limitNewSeats,
  limitTransferSeats,
  networkKey,
} from "#features/seats/unpaid-seats.server.ts";

/** Terms of bank transfers for buyers; null until the company's account is set. */
export async function transferTerms(ctx: Ctx): Promise<TransferTerms | null> {
  const bank = await transferSettings(ctx);
  if (!bank) return null;
  const { groupFromHalalas: fromHalalas, groupDaysBefore: daysBefore, groupSeats: seats, days } = bank;
  return { fromHalalas, daysBefore, seats, days };
}

/** Finds the buyer's open transfer order for the same seats and company, which a repeated submit returns. */
async function findSameBooking(
  ctx: Ctx,
  { buyerId, key, vatNumber }: { buyerId: string; key: string; vatNumber: string },
): Promise<TransferOrder | null> {
  const [existing] = await ctx.db
    .select({ orderId: orders.id, totalHalalas: orders.totalHalalas, dueOn: payments.dueOn })
    .from(orders)
    .innerJoin(payments, and(eq(payments.orderId, orders.id), eq(payments.status, "awaiting")))
    .where(
      and(
        eq(orders.userId, buyerId),
        eq(orders.openedBy, buyerId),
        eq(orders.status, "pending"),
        eq(orders.itemsKey, key),
        // A booking for another company is a different one, with its own limits and approval.
        whereCompany(vatNumber),
        eq(payments.method, "transfer"),
        gt(orders.expiresAt, ctx.now()),
      ),
    );
  return existing?.dueOn ? { ...existing, dueOn: existing.dueOn } : null;
}

/** Seats that an account or a company without a paid order may hold until staff approve its booking. */
const maxUnapprovedSeats = 10;
const approvalHours = 24;
const pauseDays = 30;
/** A booking cancelled within this time counts as a mistake and causes no pause. */
const correctedWithinMinutes = 60;

const whereCompany = (vatNumber: string) => sql`${orders.invoiceRecipient} ->> 'vat_number' = ${vatNumber}`;

/**
 * Whether both the account and the company have paid for an order before, so that staff need not approve the booking.
 */
async function isKnownBuyer(ctx: Ctx, buyerId: string, vatNumber: string): Promise<boolean> {
  if (!(await hasPaidBefore(ctx, buyerId))) return false;
  const isPaid = and(whereCompany(vatNumber), isNotNull(orders.paidAt));
  const [paid] = await ctx.db.select({ id: orders.id }).from(orders).where(isPaid).limit(1);
  return paid !== undefined;
}

/** Throws Conflict for 30 days after one of the account's bookings by transfer ended unpaid. */
async function requireNoPause(ctx: Ctx, buyerId: string): Promise<void> {
  const since = new Date(ctx.now().getTime() - pauseDays * dayMs);
  const isCorrected = and(
    eq(orders.reason, "transfer-returned"),
    sql`${enrolments.endedAt} < ${orders.createdAt} + make_interval(mins => ${correctedWithinMinutes})`,
  );
  const [ended] = await ctx.db
    .select({ at: max(enrolments.endedAt) })
    .from(orders)
    .innerJoin(enrolments, eq(enrolments.orderId, orders.id))
    .where(
      and(
        eq(orders.userId, buyerId),
        isBuyersTransferSql,
        eq(orders.status, "expired"),
        sql`${orders.reason} is distinct from 'run-cancelled'`,
        gt(enrolments.endedAt, since),
        sql`not coalesce(${isCorrected}, false)`,
      ),
    );
  if (!ended?.at) return;
  const { locale } = ctx;
  const pauseEnds = riyadhDate(new Date(ended.at.getTime() + pauseDays * dayMs));
  const contact = contactParts(await publicSettings(ctx));
  throw new Conflict(
    m.groups_transfer_paused({ date: weekdayRange(pauseEnds, pauseEnds, locale), ...contact }, { locale }),
  );
}

/** Throws ValidationError for more unpaid seats than the account, or a company without a paid order, may hold. */
async function requireFewSeats(
  ctx: Ctx,
  { buyerId, seats, limit, vatNumber }: { buyerId: string; seats: number; limit: number; vatNumber: string | null },
): Promise<void> {
  const buyerSeats = await countUnpaidSeats(ctx, and(eq(orders.userId, buyerId), isBuyersTransferSql));
  const companySeats = vatNumber
    ? await countUnpaidSeats(ctx, and(whereCompany(vatNumber), isBuyersTransferSql, orders.awaitsApproval))
    : 0;
  if (Math.max(buyerSeats, companySeats) + seats <= limit) return;
  const { locale } = ctx;
  const contact = contactParts(await publicSettings(ctx));
  const text = vatNumber ? m.groups_transfer_first_seats : m.groups_transfer_seats;
  throw new ValidationError({ "items.0.qty": [text({ count: limit, ...contact }, { locale })] });
}

/**
 * Throws ValidationError where unpaid transfers would hold more than a third of a run's seats. Callers hold the run
 * locks.
 */
async function requireRunShare(ctx: Ctx, items: readonly SeatLine[]): Promise<void> {
  const { id, capacity } = courseRuns;
  const ids = items.map(({ runId }) => runId);
  const runs = await ctx.db.select({ id, capacity }).from(courseRuns).where(inArray(id, ids));
  const errors: FieldMap = {};
  for (const [index, { runId, qty }] of items.entries()) {
    const run = runs.find((one) => one.id === runId);
    const limit = Math.max(1, Math.floor((run?.capacity ?? 0) / 3));
    const unpaidSeats = await countUnpaidSeats(ctx, and(eq(enrolments.runId, runId), isBuyersTransferSql));
    if (unpaidSeats + qty <= limit) continue;
    const contact = contactParts(await publicSettings(ctx));
    const count = Math.max(0, limit - unpaidSeats);
    errors[`items.${index}.qty`] = [m.groups_transfer_run_full({ count, ...contact }, { locale: ctx.locale })];
  }
  if (Object.keys(errors).length > 0) throw new ValidationError(errors);
}

/**
 * Whether every run is for a company. Staff have agreed on such a run with the company, and nobody else may book it:
 * the booking needs no approval and has no limit of seats or minimum sum.
 */
const isForCompany = (runs: readonly RunWithSeats[]) => runs.every(({ company }) => company !== null);

export interface TransferBooking extends Omit<TransferOrderInput, "buyerId" | "dueOn" | "key"> {
  /** The total that the page shows, in halalas. At another price the booking is refused. */
  totalHalalas: number;
}

/**
 * Books seats that a company pays by bank transfer. They are held until the last day to pay: 14 days after the booking,
 * at the latest 7 days before the first course begins (1 day before a run for a company). Booking the same seats again
 * returns the same order. The buyer's unpaid card orders for the same runs end. While the account or the company has no
 * paid order, at most 10 seats are held for 24 hours, until staff approve the booking; a run for a company needs no
 * approval and has no limit of seats, sum or days. Throws Unauthenticated, ConfirmedAddressRequired, NotFound, Conflict
 * (no bank account set, total too small, too near to the course, price changed; pause after an unpaid booking, too many
 * seats held from this network; course ended, closed, sold out, all seats held, already registered), ValidationError
 * (no company, too many seats, discount code), RateLimited.
 */
export async function bookByTransfer(ctx: Ctx, booking: TransferBooking): Promise<TransferOrder> {
  const viewer = requireViewer(ctx);
  const { locale } = ctx;
  await consumeRateLimit(ctx, "checkoutPerAccount", viewer.id);
  await requireConfirmedAddress(ctx);
  const company = await withNationalAddress(ctx, booking.company ?? null, booking.billing);
  if (!company) throw new ValidationError({ "company.name": [getProblemMessage("required", locale)] });
  const input = { ...booking, company };
  const terms = await transferTerms(ctx);
  if (!terms) throw new Conflict(m.transfers_no_bank({}, { locale }));
  const seats = requireAssignedSeats(ctx, input.items, input.attendees ?? [], viewer);
  await limitNamedPeople(ctx, seats);
  const today = riyadhDate(ctx.now());
  const seatCount = input.items.reduce((sum, { qty }) => sum + qty, 0);
  const requirePrice = (totalHalalas: number) => {
    if (totalHalalas === input.totalHalalas) return;
    const total = formatSar(decimalFromHalalas(totalHalalas), locale);
    throw new Conflict(m.groups_transfer_price({ total }, { locale }));
  };
  let isKnown = false;
  const open = () =>
    openByTransfer(
      ctx,
      { ...input, buyerId: viewer.id },
      {
        buyer: { ...viewer, locale },
        openedBy: viewer.id,
        find: async (ctx) => {
          const existing = await findSameBooking(ctx, {
            buyerId: viewer.id,
            key: itemsKey(input.items),
            vatNumber: company.vat_number,
          });
          if (!existing) {
            await requireNoPause(ctx, viewer.id);
            isKnown = await isKnownBuyer(ctx, viewer.id, company.vat_number);
            return null;
          }
          requirePrice(existing.totalHalalas);
          const { billing, company: invoiceRecipient } = input;
          await ctx.db.update(orders).set({ billing, invoiceRecipient }).where(eq(orders.id, existing.orderId));
          await replaceAttendees(ctx, existing.orderId, seats);
          return existing;
        },
        replaced: async (ctx) =>
          (
            await lockOpenOrders(
              ctx,
              viewer.id,
              input.items.map(({ runId }) => runId),
            )
          ).map(({ id }) => id),
        openedFrom: networkKey(ctx),
        limit: async (ctx, replaced, runs) => {
          if (isForCompany(runs)) return;
          await lockHolders(ctx, [networkKey(ctx), `company:${company.vat_number}`]);
          const buyerLimit = isKnown
            ? { limit: terms.seats, vatNumber: null }
            : { limit: maxUnapprovedSeats, vatNumber: company.vat_number };
          await requireFewSeats(ctx, { buyerId: viewer.id, seats: seatCount, ...buyerLimit });
          await requireRunShare(ctx, input.items);
          await limitTransferSeats(ctx, seatCount);
          if (!isKnown) await limitNewSeats(ctx, { userId: viewer.id, seats: seatCount, replaced });
        },
        approvalEnds: async (ctx, runs) =>
          isKnown || isForCompany(runs) ? null : new Date(ctx.now().getTime() + approvalHours * 3_600_000),
        dueOn: (runs) =>
          transferDueOn(
            today,
            runs.map(({ startDate }) => startDate),
            terms,
            { isForCompany: isForCompany(runs) },
          ),
        check: (runs, { totalHalalas }) => {
          const starts = runs.map(({ startDate }) => startDate);
          const from = formatSar(decimalFromHalalas(terms.fromHalalas), locale);
          if (!isForCompany(runs) && !mayTransfer({ today, starts, totalHalalas }, terms))
            throw new Conflict(m.groups_transfer_not_now({ from, count: terms.daysBefore }, { locale }));
          requirePrice(totalHalalas);
        },
      },
    );
  return limitWrongCodes(ctx, input.discountCode || null, open);
}
