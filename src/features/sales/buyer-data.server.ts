import { sql } from "drizzle-orm";
import { requireViewer, type Ctx } from "#platform/context.server.ts";

/** Whether money of the caller is still on its way: an order being paid for, or a refund not yet carried out. Throws NotLoggedIn. */
export async function hasOpenMoney(ctx: Ctx): Promise<boolean> {
  const { id } = requireViewer(ctx);
  const { rows } = await ctx.db.execute(sql`
    select 1 from "order" o where o.user_id = ${id} and (o.status = 'pending'
      or exists (select 1 from payment_attempt a join refund f on f.attempt_id = a.id where a.order_id = o.id and f.status <> 'done')) limit 1`);
  return rows.length > 0;
}

/**
 * Empties the address of every order of the caller that was never paid, and forgets who was to attend. Paid and refunded ones keep theirs: it is part of a tax
 * invoice, and the law wants those kept. Part of the open transaction. Throws NotLoggedIn.
 */
export async function forgetUnpaidAddresses(ctx: Ctx): Promise<void> {
  const { id } = requireViewer(ctx);
  await ctx.db.execute(sql`
    with ended as (
    update "order" set company = null, billing = (select coalesce(jsonb_object_agg(key, case when jsonb_typeof(value) = 'string' then '""'::jsonb else 'null'::jsonb end), '{}'::jsonb) from jsonb_each(billing))
    where user_id = ${id} and status in ('failed', 'expired') returning id
    ) delete from attendee where order_id in (select id from ended)`);
}
