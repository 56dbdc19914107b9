import { toDiscount, getLineDiscount, lineNet } from "#features/orders/pricing.ts";
import { and, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { isClearing } from "#features/invoices/documents/buyer-copy.server.ts";
import { getMinimum } from "#features/catalogue/schedule/minimum.ts";
import { mailedRun, mailedRunToJoin } from "#features/catalogue/schedule/mailed-run.server.ts";
import { listJoinableSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { ticketUrl } from "#features/seats/tickets.server.ts";
import { users } from "#features/people/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import { localePath, type Locale } from "#i18n/locale.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import type { Ctx } from "#platform/context.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";
import { readSeats, type Seat } from "#features/seats/seats.server.ts";
import type { MailedLine, MailedSeats, OrderMailProps } from "./emails.server.tsx";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import type { PaymentMethod } from "#features/payments/payment-rules.ts";
import { isShownPaymentSql } from "#features/payments/open-payment.server.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";

interface OrderFacts {
  orderId: number;
  email: string;
  name: string;
  locale: Locale;
  reason: string | null;
  subTotalHalalas: number;
  taxHalalas: number;
  taxPercent: number;
  totalHalalas: number;
  expiresAt: Date;
  paidAt: Date | null;
  createdAt: Date;
  differenceOf: number | null;
  /** Whether the tax authority must clear the documents first, because they are for a company. */
  documentFollows: boolean;
  cardScheme: string | null;
  cardMasked: string | null;
  method: PaymentMethod | null;
  /** Sum of finished refunds of settled payments, or of all payments when none was settled. */
  refundedHalalas: number;
  lines: (MailedLine & { runId: number })[];
}

interface MailedRefund {
  refundId?: number | null;
  /** Defaults to the order's reason. */
  reason?: string;
  refundedHalalas?: number | null;
  /** Method of the refunded payment. Defaults to that of the order's settled or newest payment. */
  method?: PaymentMethod;
  /** Provider id of a payment that is not the order's: its refund changes no money, seats or documents of the order. */
  strayPayment?: string;
  /** Suffix that makes the email's key a new one, to send the email again. */
  again?: string;
  /**
   * The refunded payment, if it bought nothing. When another payment paid the order, this refund changes nothing of the
   * order.
   */
  unusedPayment?: PaidCard;
}

interface PaidCard {
  cardScheme: string | null;
  cardMasked: string | null;
  /** Number of the payment within its order, from 1. */
  number?: number;
}

export type OrderMail = "order-confirmed" | "payment-failed" | "payment-refunded";

/**
 * Resolves with a function that says whether a refund released a seat. A refund releases the seats that it names; if it
 * names none, it releases every seat that no other refund names, but none at all with `leavesSeats`. Resolves with null
 * when there is no such refund.
 */
async function readReleasedSeats(
  ctx: Ctx,
  orderId: number,
  refundId: number | null,
  leavesSeats: boolean,
): Promise<((seat: Seat) => boolean) | null> {
  if (refundId === null) return null;
  const { id, runIds, seatIds } = refunds;
  const orderRefunds = await ctx.db
    .select({ id, runIds, seatIds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(payments.orderId, orderId));
  const thisRefund = orderRefunds.find((refund) => refund.id === refundId);
  if (!thisRefund) return null;
  const namesSeat = (refund: typeof thisRefund, seat: Seat) =>
    refund.runIds.includes(seat.runId) || refund.seatIds.includes(seat.id);
  if (thisRefund.runIds.length + thisRefund.seatIds.length > 0) return (seat) => namesSeat(thisRefund, seat);
  return (seat) => !leavesSeats && !orderRefunds.some((refund) => namesSeat(refund, seat));
}

const toMailedSeats = (seats: readonly Seat[], buyerId: string): MailedSeats => ({
  qty: seats.length,
  attendees: seats.flatMap(({ attendee }) =>
    attendee ? [{ name: attendee.name, you: attendee.userId === buyerId }] : [],
  ),
});

/**
 * Reads the lines of an order for its emails. `includesJoiningLinks`: adds joining links and the buyer's own ticket to
 * lines with confirmed seats. `refundId`: adds the seats that this refund cancelled and those that are left.
 */
async function readLines(
  ctx: Ctx,
  orderId: number,
  buyerId: string,
  {
    includesJoiningLinks,
    refundId,
    locale,
  }: { includesJoiningLinks: boolean; refundId: number | null; locale: Locale },
): Promise<OrderFacts["lines"]> {
  const lines = await ctx.db
    .select({ line: orderLines, run: courseRuns })
    .from(orderLines)
    .innerJoin(courseRuns, eq(courseRuns.id, orderLines.runId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.id);
  const seats = await readSeats(ctx, [orderId]);
  const confirmedRunIds = new Set(seats.filter(({ state }) => state === "confirmed").map(({ runId }) => runId));
  const runIds = lines.map(({ run }) => run.id);
  const sessions = await listJoinableSessions(ctx, runIds);
  const isReleased = await readReleasedSeats(ctx, orderId, refundId, confirmedRunIds.size > 0);
  const splitSeats = (runSeats: readonly Seat[]) => {
    const cancelled = runSeats.filter((seat) => seat.state === "cancelled" && isReleased?.(seat) === true);
    const left = runSeats.filter(({ state }) => state === "confirmed");
    return isReleased && { cancelled: toMailedSeats(cancelled, buyerId), left: toMailedSeats(left, buyerId) };
  };
  const getTicket = (runId: number) => {
    const buyerSeat = seats.find((seat) => seat.runId === runId && seat.attendee?.userId === buyerId);
    if (!includesJoiningLinks || buyerSeat?.state !== "confirmed" || !buyerSeat.attendee) return {};
    return { ticket_url: ticketUrl(ctx, { id: buyerSeat.id, attendeeEmail: buyerSeat.attendee.email }, locale) };
  };
  return lines.map(({ line, run }) => ({
    runId: run.id,
    slug: line.slug,
    ...(run.visibility !== "public" && { isPrivate: true }),
    changePolicy: line.changePolicy,
    minimum: getMinimum(run, ctx.now()),
    name_eng: line.nameEng,
    name_ar: line.nameAr,
    qty: line.qty,
    amount: decimalFromHalalas(lineNet(line)),
    discount: toDiscount(getLineDiscount(line)),
    ...(includesJoiningLinks && confirmedRunIds.has(run.id)
      ? mailedRunToJoin(run, sessions.get(run.id))
      : mailedRun(run, sessions.get(run.id))),
    ...getTicket(run.id),
    kept: confirmedRunIds.has(run.id),
    attendees: toMailedSeats(
      seats.filter(({ runId }) => runId === run.id),
      buyerId,
    ).attendees,
    ...splitSeats(seats.filter(({ runId }) => runId === run.id)),
  }));
}

async function readOrderFacts(
  ctx: Ctx,
  orderId: number,
  scope: { includesJoiningLinks: boolean; refundId: number | null },
): Promise<OrderFacts> {
  const { locale, reason, subTotalHalalas, taxHalalas, taxPercent, totalHalalas } = orders;
  const { expiresAt, paidAt, createdAt, differenceOf } = orders;
  const sums = { subTotalHalalas, taxHalalas, taxPercent, totalHalalas };
  const refundedPayments = alias(payments, "own");
  const refunded = ctx.db
    .select({ halalas: sql`coalesce(sum(${refunds.amountHalalas}), 0)::int` })
    .from(refunds)
    .innerJoin(refundedPayments, eq(refundedPayments.id, refunds.paymentId))
    .where(
      and(
        eq(refundedPayments.orderId, orders.id),
        eq(refunds.status, "done"),
        sql`(${refundedPayments.settledAt} is null) = (${payments.settledAt} is null)`,
      ),
    );
  const [row] = await ctx.db
    .select({
      order: { locale, reason, ...sums, expiresAt, paidAt, createdAt, differenceOf },
      company: orders.invoiceRecipient,
      buyer: { id: users.id, email: users.email, name: users.name },
      cardScheme: payments.cardScheme,
      cardMasked: payments.cardMasked,
      method: payments.method,
      refundedHalalas: sql<number>`${refunded}`,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(payments, isShownPaymentSql(ctx))
    .where(eq(orders.id, orderId));
  if (!row) throw new Error(`Order ${orderId} is gone`);
  const { order, buyer, company, ...payment } = row;
  const { email, name } = buyer;
  return {
    orderId,
    email,
    name,
    ...order,
    ...payment,
    documentFollows: company !== null && (await isClearing(ctx)),
    lines: await readLines(ctx, orderId, buyer.id, { ...scope, locale: order.locale }),
  };
}

/**
 * Queues an email in the buyer's language in the open transaction. An order gets each email once, and once more for
 * each further payment and refund.
 */
export async function queueOrderMail(
  ctx: Ctx,
  template: OrderMail,
  orderId: number,
  refund: MailedRefund = {},
  payment?: PaidCard,
): Promise<void> {
  const scope = { includesJoiningLinks: template === "order-confirmed", refundId: refund.refundId ?? null };
  const facts = await readOrderFacts(ctx, orderId, scope);
  const furtherPayment = payment?.number !== undefined && payment.number > 1 ? `payment-${payment.number}` : null;
  const occasion = refund.strayPayment ?? refund.refundId ?? furtherPayment;
  const key = [template, orderId, occasion, refund.again]
    .filter((part) => part !== null && part !== undefined)
    .join(":");
  const props = buildProps(ctx, facts, refund, payment ?? refund.unusedPayment ?? facts);
  await queueMail(ctx, { key, to: facts.email, locale: facts.locale, template, props });
}

/** Reads the address, language and properties of an email about an order, without joining links. */
export async function orderMailFor(
  ctx: Ctx,
  orderId: number,
): Promise<{ to: string; locale: Locale; props: OrderMailProps }> {
  const facts = await readOrderFacts(ctx, orderId, { includesJoiningLinks: false, refundId: null });
  return { to: facts.email, locale: facts.locale, props: buildProps(ctx, facts, {}, facts) };
}

/**
 * Where the buyer pays again: a single seat at checkout, anything else on the order's page, which can restore the cart.
 * A seat of a private run is paid on the order's page too, so that the key of the run is not in stored emails.
 */
function retryPath({ orderId, lines, locale }: OrderFacts): string {
  const [line] = lines;
  const isSingle = lines.length === 1 && line?.qty === 1 && !line.isPrivate;
  return localePath(isSingle ? `/checkout/${line.slug}?run=${line.runId}` : `/my-courses/${orderId}`, locale);
}

function buildProps(ctx: Ctx, facts: OrderFacts, refund: MailedRefund, card: PaidCard): OrderMailProps {
  const { orderId, locale, expiresAt } = facts;
  const { refundId = null, reason, refundedHalalas, strayPayment, unusedPayment } = refund;
  const method = refund.method ?? facts.method;
  const now = ctx.now();
  const props: OrderMailProps = {
    orderId,
    refundId,
    name: facts.name,
    reason: reason ?? facts.reason,
    refunded: refundedHalalas ? decimalFromHalalas(refundedHalalas) : null,
    refundedInAll: facts.refundedHalalas > 0 ? decimalFromHalalas(facts.refundedHalalas) : null,
    subTotal: decimalFromHalalas(facts.subTotalHalalas),
    tax: decimalFromHalalas(facts.taxHalalas),
    taxPercent: facts.taxPercent,
    total: decimalFromHalalas(facts.totalHalalas),
    orderUrl: `${ctx.env.BASE_URL}${localePath(`/my-courses/${orderId}`, locale)}`,
    retryUrl: `${ctx.env.BASE_URL}${retryPath(facts)}`,
    heldUntil: expiresAt > now ? expiresAt.toISOString() : null,
    card: { scheme: card.cardScheme, masked: card.cardMasked },
    ...(method === "transfer" && { method }),
    wasPaid: facts.paidAt !== null,
    ...(facts.differenceOf !== null && { isDifference: true }),
    ...(facts.documentFollows && { documentFollows: true }),
    at: now.toISOString(),
    orderedOn: riyadhDate(facts.createdAt),
    lines: facts.lines.map(({ runId: _runId, ...line }) => line),
  };
  const isUnrelated = strayPayment !== undefined || (unusedPayment !== undefined && facts.paidAt !== null);
  return !isUnrelated ? props : { ...props, refundedInAll: null, wasPaid: false, lines: [] };
}
