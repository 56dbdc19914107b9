import { and, eq, gt } from "drizzle-orm";
import { lockOpenOrders } from "#features/orders/checkout/begin-checkout.server.ts";
import { limitWrongCodes } from "#features/orders/discounts/discounts.server.ts";
import { contactParts } from "#features/orders/seats/hold-rules.ts";
import { limitNamedPeople, replaceAttendees, requireAssignedSeats } from "#features/orders/seats/attendees.server.ts";
import { enrolments } from "#features/orders/seats/tables.server.ts";
import { itemsKey } from "#features/orders/pricing.ts";
import { orders } from "#features/orders/tables.server.ts";
import {
  openByTransfer,
  type TransferOrder,
  type TransferOrderInput,
} from "#features/orders/transfers/open-transfer-order.server.ts";
import { payments } from "#features/payments/tables.server.ts";
import { publicSettings, transferSettings } from "#features/settings/settings.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { decimalFromHalalas, formatSar } from "#i18n/money.ts";
import { requireViewer, type Ctx } from "#platform/context.server.ts";
import { Conflict, ValidationError } from "#platform/errors.ts";
import { fieldText } from "#platform/http/fields.server.ts";
import { consumeRateLimit } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { mayTransfer, transferDueOn, type TransferTerms } from "./transfer-terms.ts";

/** What buyers may pay by bank transfer; null until the company's account is set. */
export async function transferTerms(ctx: Ctx): Promise<TransferTerms | null> {
  const bank = await transferSettings(ctx);
  if (!bank) return null;
  const { groupFromHalalas: fromHalalas, groupDaysBefore: daysBefore, groupSeats: seats, days } = bank;
  return { fromHalalas, daysBefore, seats, days };
}

/** An open order by transfer for the same seats: a repeated submit is that order. */
async function findSame(ctx: Ctx, buyerId: string, key: string): Promise<TransferOrder | null> {
  const [same] = await ctx.db
    .select({ orderId: orders.id, totalHalalas: orders.totalHalalas, dueOn: payments.dueOn })
    .from(orders)
    .innerJoin(payments, and(eq(payments.orderId, orders.id), eq(payments.status, "awaiting")))
    .where(
      and(
        eq(orders.userId, buyerId),
        eq(orders.openedBy, buyerId),
        eq(orders.status, "pending"),
        eq(orders.itemsKey, key),
        eq(payments.method, "transfer"),
        gt(orders.expiresAt, ctx.now()),
      ),
    );
  return same?.dueOn ? { ...same, dueOn: same.dueOn } : null;
}

async function requireFewSeats(ctx: Ctx, buyerId: string, wanted: number, most: number): Promise<void> {
  const ofBuyer = and(eq(orders.userId, buyerId), eq(orders.openedBy, buyerId), eq(orders.status, "pending"));
  const rows = await ctx.db
    .select({ id: enrolments.id })
    .from(enrolments)
    .innerJoin(orders, eq(orders.id, enrolments.orderId))
    .where(and(ofBuyer, eq(enrolments.state, "held"), gt(enrolments.heldUntil, ctx.now())));
  if (rows.length + wanted <= most) return;
  const { locale } = ctx;
  const whom = contactParts(await publicSettings(ctx));
  throw new ValidationError({ "items.0.qty": [m.groups_transfer_seats({ count: most, ...whom }, { locale })] });
}

export interface TransferBooking extends Omit<TransferOrderInput, "buyerId" | "dueOn" | "key"> {
  /** As the page shows it, whole halalas: at another price nothing is booked. */
  totalHalalas: number;
}

/**
 * Books seats that a company pays by bank transfer, held until the last day to pay: 14 days, but 7 days before the first
 * course begins at the latest. The same seats again are the same order; the buyer's unpaid orders by card of the same
 * runs end. Throws Unauthenticated, NotFound, Conflict (no bank account set, too little, too soon, another price; ended,
 * closed, sold out, all held, already registered), ValidationError (no company, too many seats, the
 * discount code), RateLimited.
 */
export async function bookByTransfer(ctx: Ctx, input: TransferBooking): Promise<TransferOrder> {
  const viewer = requireViewer(ctx);
  const { locale } = ctx;
  await consumeRateLimit(ctx, "checkoutPerAccount", viewer.id);
  if (!input.company) throw new ValidationError({ "company.name": [fieldText("required", locale)] });
  const terms = await transferTerms(ctx);
  if (!terms) throw new Conflict(m.transfers_no_bank({}, { locale }));
  const seats = requireAssignedSeats(ctx, input.items, input.attendees ?? [], viewer);
  await limitNamedPeople(ctx, seats);
  const today = riyadhDate(ctx.now());
  const wanted = input.items.reduce((sum, { qty }) => sum + qty, 0);
  const requirePrice = (totalHalalas: number) => {
    if (totalHalalas === input.totalHalalas) return;
    const total = formatSar(decimalFromHalalas(totalHalalas), locale);
    throw new Conflict(m.groups_transfer_price({ total }, { locale }));
  };
  const open = () =>
    openByTransfer(
      ctx,
      { ...input, buyerId: viewer.id },
      {
        buyer: { ...viewer, locale },
        openedBy: viewer.id,
        find: async (ctx) => {
          const same = await findSame(ctx, viewer.id, itemsKey(input.items));
          if (!same) {
            await requireFewSeats(ctx, viewer.id, wanted, terms.seats);
            return null;
          }
          requirePrice(same.totalHalalas);
          const { billing, company: invoiceRecipient } = input;
          await ctx.db.update(orders).set({ billing, invoiceRecipient }).where(eq(orders.id, same.orderId));
          await replaceAttendees(ctx, same.orderId, seats);
          return same;
        },
        replaced: async (ctx) =>
          (
            await lockOpenOrders(
              ctx,
              viewer.id,
              input.items.map(({ runId }) => runId),
            )
          ).map(({ id }) => id),
        dueOn: (runs) =>
          transferDueOn(
            today,
            runs.map(({ startDate }) => startDate),
            terms,
          ),
        check: (runs, { totalHalalas }) => {
          const starts = runs.map(({ startDate }) => startDate);
          const from = formatSar(decimalFromHalalas(terms.fromHalalas), locale);
          if (!mayTransfer({ today, starts, totalHalalas }, terms))
            throw new Conflict(m.groups_transfer_not_now({ from, count: terms.daysBefore }, { locale }));
          requirePrice(totalHalalas);
        },
      },
    );
  return limitWrongCodes(ctx, input.discountCode || null, open);
}
