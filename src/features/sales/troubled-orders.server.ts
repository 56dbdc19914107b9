import { sql } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { paymentProvider } from "./payments/current.server.ts";
import { givenBackHalalas } from "./refund-rules.ts";
import type { ProviderPayment } from "./payments/provider.ts";

export type Trouble =
  /** A refund the provider refused, or that does not fit what it says. */
  | "refund-needs-person"
  /** A refund that has been waiting too long. */
  | "refund-stuck"
  /** A payment nobody has asked about although it was due. */
  | "check-overdue"
  /** Paid there, and here neither paid nor on its way back. */
  | "paid-at-provider"
  /** The sums given back differ. */
  | "refunds-differ"
  /** A paid payment that no order of ours knows. */
  | "unknown-payment";

export interface TroubledOrder {
  /** Null for a payment without an order. */
  orderId: number | null;
  paymentId: string;
  trouble: Trouble;
  detail: string;
}

const stuckMinutes = 10;

/** What our own books show, without asking anybody. */
async function inOurBooks(ctx: Ctx): Promise<TroubledOrder[]> {
  const late = new Date(ctx.now().getTime() - stuckMinutes * 60_000).toISOString();
  const { rows } = await ctx.db.execute(sql`
    select a.order_id as "orderId", a.id as "paymentId", case f.status when 'requested' then 'refund-stuck' else 'refund-needs-person' end as trouble,
      concat('refund ', f.id, ', ', f.amount_halalas, ' halalas, ', coalesce(f.problem, f.reason)) as detail
    from refund f join payment_attempt a on a.id = f.attempt_id where f.status = 'needs-person' or (f.status = 'requested' and f.created_at < ${late})
    union all
    select a.order_id, a.id, 'check-overdue', concat('due since ', to_char(a.check_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')) from payment_attempt a where a.check_at < ${late}
    order by 1, 3`);
  return rows as unknown as TroubledOrder[];
}

interface Known {
  orderId: number;
  paymentId: string;
  status: string;
  bookedHalalas: number;
  returning: boolean;
}

async function known(ctx: Ctx, payments: ProviderPayment[]): Promise<Map<string, Known>> {
  const { rows } = await ctx.db.execute(sql`
    select o.id as "orderId", a.id as "paymentId", o.status, coalesce((select sum(f.amount_halalas) filter (where f.status = 'done') from refund f where f.attempt_id = a.id), 0)::int as "bookedHalalas",
      exists (select 1 from refund f where f.attempt_id = a.id and f.status <> 'done') as returning
    from payment_attempt a join "order" o on o.id = a.order_id where a.id::text in (select jsonb_array_elements_text(${JSON.stringify(payments.map(({ id }) => id))}::jsonb))`);
  return new Map((rows as unknown as Known[]).map((row) => [row.paymentId, row]));
}

function compare(payment: ProviderPayment, ours: Known | undefined): Omit<TroubledOrder, "paymentId"> | null {
  const money = `${payment.amountHalalas} halalas ${payment.status}, ${givenBackHalalas(payment)} given back`;
  const keeps = (payment.status === "paid" || payment.status === "refunded") && givenBackHalalas(payment) < payment.amountHalalas;
  if (!ours) return keeps ? { orderId: null, trouble: "unknown-payment", detail: money } : null;
  const { orderId, status, bookedHalalas, returning } = ours;
  const bought = status === "paid" || status === "partially_refunded";
  if (keeps && !bought && !returning) return { orderId, trouble: "paid-at-provider", detail: `${money}; order ${status}` };
  if (givenBackHalalas(payment) !== bookedHalalas && !returning) return { orderId, trouble: "refunds-differ", detail: `${money}; booked ${bookedHalalas}` };
  return null;
}

/** Orders that need a person, by our books and by the provider's list of payments since then. Throws ProviderUnavailable. */
export async function troubledOrders(ctx: Ctx, since: Date): Promise<TroubledOrder[]> {
  const found = await inOurBooks(ctx);
  for (let page: number | null = 1; page !== null; ) {
    const { payments, nextPage } = await paymentProvider(ctx.env).listPayments(since, page);
    const ours = await known(ctx, payments);
    for (const payment of payments) {
      const trouble = compare(payment, ours.get(payment.id));
      if (trouble) found.push({ ...trouble, paymentId: payment.id });
    }
    page = nextPage;
  }
  return found;
}
