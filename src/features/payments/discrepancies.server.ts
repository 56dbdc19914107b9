import { and, eq, inArray, lt, or } from "drizzle-orm";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { isPaid, type OrderStatus } from "#features/orders/order-states.ts";
import { orders } from "#features/orders/tables.server.ts";
import { paymentProvider } from "./current.server.ts";
import { refundedHalalas } from "./refund-rules.ts";
import type { PaymentMethod } from "./payment-rules.ts";
import { isPaymentId, type ProviderPayment } from "./provider.ts";
import { payments, refunds } from "./tables.server.ts";

/** Kinds of differences between our books and the provider. */
export type ProviderDiscrepancyKind =
  /** Paid at the provider, but here neither sold nor being refunded. */
  "paid-at-provider" | "refunds-differ" | "unknown-payment";

export type DiscrepancyKind =
  | ProviderDiscrepancyKind
  /** A refund that the provider refused or contradicts, or that a person has to pay. */
  | "refund-needs-person"
  | "refund-stuck"
  | "check-overdue"
  /** The order paid for a dearer date, its seats have ended, and it still holds money. */
  | "difference-without-seat"
  /** The tax authority rejected an invoice or credit note of the order. */
  | "einvoice-rejected"
  /** The tax authority has not cleared a company's document within a day. */
  | "einvoice-overdue";

export interface Discrepancy<Kind extends DiscrepancyKind = DiscrepancyKind> {
  orderId: number | null;
  paymentId: string;
  kind: Kind;
  detail: string;
  facts: DiscrepancyFacts;
}

/** The facts on both sides, as far as the kind knows them. Amounts in whole halalas. */
export interface DiscrepancyFacts {
  refundId?: number;
  /** The e-invoice concerned, and its number. */
  einvoiceId?: number;
  documentNumber?: string;
  /** The amount requested, to be refunded, paid, or still held. */
  amountHalalas?: number;
  reason?: string;
  problem?: string | null;
  method?: PaymentMethod;
  orderStatus?: OrderStatus;
  bookedHalalas?: number;
  /** Status at the provider. */
  status?: string;
  refundedHalalas?: number;
  currency?: string;
}

const stuckMinutes = 10;

/** Finds refunds that need a person or are stuck, and overdue checks, from our data alone. Checks no permission. */
export async function ownDiscrepancies(ctx: Ctx): Promise<Discrepancy[]> {
  const overdueSince = new Date(ctx.now().getTime() - stuckMinutes * 60_000);
  const { orderId, id: paymentId, checkAt, method } = payments;
  const openRefunds = await ctx.db
    .select({ orderId, paymentId, method, refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(paymentId, refunds.paymentId))
    .where(
      or(eq(refunds.status, "needs-person"), and(eq(refunds.status, "requested"), lt(refunds.createdAt, overdueSince))),
    );
  const overdue = await ctx.db.select({ orderId, paymentId, checkAt }).from(payments).where(lt(checkAt, overdueSince));
  const discrepancies = [
    ...openRefunds.map(({ refund, method, ...ids }): Discrepancy => {
      const kind = refund.status === "requested" ? "refund-stuck" : "refund-needs-person";
      const why = refund.problem ?? refund.reason;
      const { id: refundId, amountHalalas, reason, problem } = refund;
      const facts = { refundId, amountHalalas, reason, problem, method };
      return { ...ids, kind, detail: `refund ${refundId}, ${amountHalalas} halalas, ${why}`, facts };
    }),
    ...overdue.map(({ checkAt: due, ...ids }): Discrepancy => {
      return { ...ids, kind: "check-overdue", detail: `due since ${due?.toISOString().slice(0, 16)}Z`, facts: {} };
    }),
  ];
  return discrepancies.toSorted((a, b) => (a.orderId ?? 0) - (b.orderId ?? 0) || (a.kind < b.kind ? -1 : 1));
}

interface KnownPayment {
  orderId: number;
  paymentId: string;
  status: OrderStatus;
  hasBought: boolean;
  bookedHalalas: number;
  isReturning: boolean;
}

async function findPayments(ctx: Ctx, listed: ProviderPayment[]): Promise<Map<string, KnownPayment>> {
  const ids = listed.map(({ id }) => id).filter(isPaymentId);
  const { orderId, id: paymentId } = payments;
  const ours = await ctx.db
    .select({ orderId, paymentId, status: orders.status, settledAt: payments.settledAt })
    .from(payments)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(inArray(paymentId, ids));
  const allRefunds = await ctx.db.select().from(refunds).where(inArray(refunds.paymentId, ids));
  return new Map(
    ours.map(({ settledAt, ...payment }) => {
      const paymentRefunds = allRefunds.filter((refund) => refund.paymentId === payment.paymentId);
      const doneRefunds = paymentRefunds.filter(({ status }) => status === "done");
      const bookedHalalas = doneRefunds.reduce((sum, { amountHalalas }) => sum + amountHalalas, 0);
      const hasBought = settledAt !== null && isPaid(payment);
      return [
        payment.paymentId,
        { ...payment, hasBought, bookedHalalas, isReturning: doneRefunds.length < paymentRefunds.length },
      ];
    }),
  );
}

function compare(
  payment: ProviderPayment,
  ours: KnownPayment | undefined,
): Omit<Discrepancy<ProviderDiscrepancyKind>, "paymentId"> | null {
  const amounts = `${payment.amountHalalas} halalas ${payment.status}, ${refundedHalalas(payment)} refunded`;
  const { amountHalalas, status: providerStatus, currency } = payment;
  const facts = { amountHalalas, status: providerStatus, currency, refundedHalalas: refundedHalalas(payment) };
  const holdsMoney =
    (payment.status === "paid" || payment.status === "refunded") && refundedHalalas(payment) < payment.amountHalalas;
  if (!ours) return holdsMoney ? { orderId: null, kind: "unknown-payment", detail: amounts, facts } : null;
  const { orderId, status, hasBought, bookedHalalas, isReturning } = ours;
  const allFacts = { ...facts, orderStatus: status, bookedHalalas };
  if (holdsMoney && !hasBought && !isReturning)
    return { orderId, kind: "paid-at-provider", detail: `${amounts}; order ${status}`, facts: allFacts };
  if (refundedHalalas(payment) !== bookedHalalas && !isReturning)
    return { orderId, kind: "refunds-differ", detail: `${amounts}; booked ${bookedHalalas}`, facts: allFacts };
  return null;
}

/** Finds payments where our books and the provider differ. Checks no permission. */
export async function findDifferences(
  ctx: Ctx,
  listed: ProviderPayment[],
): Promise<Discrepancy<ProviderDiscrepancyKind>[]> {
  const ours = await findPayments(ctx, listed);
  return listed.flatMap((payment) => {
    const difference = compare(payment, ours.get(payment.id));
    return difference ? [{ ...difference, paymentId: payment.id }] : [];
  });
}

/**
 * Compares our books with all payments of the provider since `since` and before `until`. Throws ProviderUnavailable.
 */
export async function providerDiscrepancies(ctx: Ctx, since: Date, until = ctx.now()): Promise<Discrepancy[]> {
  const discrepancies: Discrepancy[] = [];
  for (let page: number | null = 1; page !== null;) {
    const { payments: listed, nextPage } = await paymentProvider(ctx.env).listPayments(since, page);
    const inPeriod = listed.filter(({ createdAt }) => createdAt === null || createdAt <= until);
    discrepancies.push(...(await findDifferences(ctx, inPeriod)));
    page = nextPage;
  }
  return discrepancies;
}

/**
 * Lists refunds and checks that need a person, and payments since `since` on which the provider and our books differ.
 * Price differences without a seat and e-invoices are not included. Requires `orders.read`. Throws Unauthenticated,
 * Forbidden, ProviderUnavailable.
 */
export async function findDiscrepancies(ctx: Ctx, since: Date): Promise<Discrepancy[]> {
  requirePermission(ctx, "orders.read");
  // Ends at the latest date of JavaScript, so that no payment is too recent.
  return [...(await ownDiscrepancies(ctx)), ...(await providerDiscrepancies(ctx, since, new Date(8.64e15)))];
}
