import { and, eq, exists, isNotNull, isNull, ne, or, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { taxPercent } from "#features/settings/settings.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { queueAttendeeMails } from "#features/orders/seats/seat-mails.server.ts";
import { moveOrder } from "#features/orders/move-order.server.ts";
import type { OrderStatus } from "#features/orders/order-states.ts";
import type { DocumentPayment } from "#features/invoices/document.ts";
import { issueInvoice } from "#features/invoices/issue.server.ts";
import { confirmSeats, heldSeatsSql } from "#features/orders/seats/seats.server.ts";
import type { SaleState } from "#features/payments/payment-rules.ts";
import type { payments } from "#features/payments/tables.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { enrolments } from "#features/orders/seats/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { queueOrderMail } from "./order-mails.server.ts";

interface Saleable extends Omit<SaleState, "repriced"> {
  unitChanged: boolean;
  taxPercent: number;
  guests: boolean;
}

type StateOfLines = Pick<Saleable, "free" | "cancelled" | "closed" | "ended" | "unitChanged">;

async function readOrderState(ctx: Ctx, orderId: number): Promise<Omit<Saleable, keyof StateOfLines>> {
  const other = alias(enrolments, "other");
  const ofOrder = eq(enrolments.orderId, orderId);
  /** Seats that attendees of this order have through another one, found by e-mail or account. */
  const placesBy = (samePerson: SQL) =>
    ctx.db
      .select({ id: other.id })
      .from(enrolments)
      .innerJoin(
        other,
        and(
          eq(other.runId, enrolments.runId),
          eq(other.state, "confirmed"),
          ne(other.orderId, enrolments.orderId),
          samePerson,
        ),
      )
      .where(ofOrder);
  const guests = ctx.db
    .select({ id: enrolments.id })
    .from(enrolments)
    .where(
      and(
        ofOrder,
        isNotNull(enrolments.attendeeEmail),
        or(isNull(enrolments.userId), ne(enrolments.userId, orders.userId)),
      ),
    );
  const [state] = await ctx.db
    .select({
      taxPercent: orders.taxPercent,
      // Two subqueries instead of one with `or`: each uses its index.
      taken: sql<boolean>`${exists(placesBy(eq(other.attendeeEmail, enrolments.attendeeEmail)))} or ${exists(placesBy(eq(other.userId, enrolments.userId)))}`,
      guests: sql<boolean>`${exists(guests)}`,
    })
    .from(orders)
    .where(eq(orders.id, orderId));
  if (!state) throw new Error(`Order ${orderId} is gone`);
  return state;
}

interface LineOnSale {
  qty: number;
  unitPriceHalalas: number;
  run: typeof courseRuns.$inferSelect;
  isClosed: boolean;
  heldByOthers: number;
}

function stateOfLines(lines: LineOnSale[], today: string): StateOfLines {
  return {
    free: lines.every(({ qty, run, heldByOthers }) => run.capacity - run.seatsSold - heldByOthers >= qty),
    cancelled: lines.some(({ run }) => run.cancelledAt !== null),
    closed: lines.some(({ isClosed, run }) => isClosed || run.saleStoppedAt !== null),
    ended: lines.some(({ run }) => run.endDate < today),
    unitChanged: lines.some(({ run, unitPriceHalalas }) => run.priceHalalas !== unitPriceHalalas),
  };
}

/** Decides a sale only when called after `lockRunsOfOrder`, in separate statements. */
export async function readSaleable(ctx: Ctx, orderId: number): Promise<Saleable> {
  const lines = await ctx.db
    .select({
      qty: orderLines.qty,
      unitPriceHalalas: orderLines.unitPriceHalalas,
      run: courseRuns,
      isClosed: courses.closed,
      heldByOthers: heldSeatsSql(ctx, ne(orders.id, orderId)),
    })
    .from(orderLines)
    .innerJoin(courseRuns, eq(courseRuns.id, orderLines.runId))
    .innerJoin(courses, eq(courses.id, courseRuns.courseId))
    .where(eq(orderLines.orderId, orderId));
  return { ...stateOfLines(lines, riyadhDate(ctx.now())), ...(await readOrderState(ctx, orderId)) };
}

export async function saleState(ctx: Ctx, saleable: Saleable): Promise<SaleState> {
  return { ...saleable, repriced: saleable.unitChanged || saleable.taxPercent !== (await taxPercent(ctx)) };
}

export const meansOf = ({
  method,
  cardScheme,
  cardMasked,
}: Pick<typeof payments.$inferSelect, "method" | "cardScheme" | "cardMasked">): DocumentPayment => ({
  cardScheme,
  cardMasked,
  ...(method === "transfer" && { method }),
});

/**
 * Makes an order paid, with seats, mails and invoice; `reason` says why where that is unusual. Order and runs are
 * locked, the seats free, and settled payments reach the total. Call it last: the next buyer waits for the invoice
 * number. Throws when the state table forbids it.
 */
export async function sellOrder(
  ctx: Ctx,
  order: { id: number; userId: string; status: OrderStatus },
  { reason, hasGuests, payment }: { reason: string | null; hasGuests: boolean; payment: DocumentPayment },
): Promise<void> {
  await moveOrder(ctx, order, "paid", reason);
  await confirmSeats(ctx, order.id);
  await queueOrderMail(ctx, "order-confirmed", order.id);
  if (hasGuests) await queueAttendeeMails(ctx, order.id);
  await issueInvoice(ctx, order.id, payment);
}
