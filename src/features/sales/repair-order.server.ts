import { sql } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { returnForeignPayments } from "./foreign-payments.server.ts";
import { paymentProvider } from "./payments/current.server.ts";
import type { ProviderPayment } from "./payments/provider.ts";
import { carryOutRefunds } from "./refunds.server.ts";
import { settlePayment } from "./settle.server.ts";

export interface OrderAccount {
  order: { id: number; status: string; reason: string | null; totalHalalas: number; paymentId: string; paymentStatus: string; checkAt: string | null };
  lines: { runId: number; qty: number; seats: string }[];
  refunds: { id: number; amountHalalas: number; reason: string; status: string; problem: string | null }[];
  documents: { number: string; totalHalalas: number }[];
  /** What the provider says now; null when it knows no such payment. */
  provider: ProviderPayment | null;
}

/** What we and the provider know of an order; nothing about a person. Null when there is no such order. Throws ProviderUnavailable. */
export async function orderAccount(ctx: Ctx, orderId: number): Promise<OrderAccount | null> {
  const { rows } = await ctx.db.execute(sql`
    select jsonb_build_object('id', o.id, 'status', o.status, 'reason', o.reason, 'totalHalalas', o.total_halalas, 'paymentId', a.id, 'paymentStatus', a.status, 'checkAt', a.check_at) as order,
      (select jsonb_agg(jsonb_build_object('runId', l.run_id, 'qty', l.qty, 'seats', h.state) order by l.id)
       from order_line l left join seat_hold h on h.order_id = l.order_id and h.run_id = l.run_id where l.order_id = o.id) as lines,
      coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'amountHalalas', f.amount_halalas, 'reason', f.reason, 'status', f.status, 'problem', f.problem) order by f.id)
       from refund f where f.attempt_id = a.id), '[]') as refunds,
      coalesce((select jsonb_agg(jsonb_build_object('number', d.number, 'totalHalalas', d.total_halalas) order by d.id) from tax_document d where d.order_id = o.id), '[]') as documents
    from "order" o join payment_attempt a on a.order_id = o.id where o.id = ${orderId}`);
  const found = rows[0] as unknown as Omit<OrderAccount, "provider"> | undefined;
  if (!found) return null;
  return { ...found, provider: await paymentProvider(ctx.env).fetchPayment(found.order.paymentId) };
}

/**
 * Asks the provider and brings an order to what follows: paid there becomes paid or given back here, what was given back there is
 * booked, and refunds left to a person are tried once more, also of foreign payments that name the order. Safe to repeat. Answers with the account afterwards, null when there is no
 * such order. Throws ProviderUnavailable.
 */
export async function repairOrder(ctx: Ctx, orderId: number): Promise<OrderAccount | null> {
  const before = await orderAccount(ctx, orderId);
  if (!before) return null;
  const { paymentId } = before.order;
  // First what others gave back: it may be the very refund that waits for a person.
  await settlePayment(ctx, paymentId);
  await ctx.db.execute(sql`update refund set status = 'requested', problem = null, claimed_until = null where attempt_id = ${paymentId} and status = 'needs-person'`);
  await ctx.db.execute(sql`update foreign_payment set status = 'requested', problem = null where order_id = ${orderId} and status = 'needs-person'`);
  await returnForeignPayments(ctx);
  for (let turns = before.refunds.length + 1; turns > 0; turns--) await carryOutRefunds(ctx, paymentId);
  return orderAccount(ctx, orderId);
}
