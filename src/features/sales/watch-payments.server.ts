import { sql } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { errorForLog } from "#platform/log.server.ts";
import { paymentProvider } from "./payments/current.server.ts";
import { ProviderUnavailable } from "./payments/provider.ts";
import { carryOutRefunds } from "./refunds.server.ts";
import { settlePayment } from "./settle.server.ts";

/** How far back each round looks: rounds are seconds apart, so that a few may fail without a payment being missed. */
const windowMinutes = 10;
/** 1,000 payments: more are not read in one round, the due checks of each order still find theirs. */
const mostPages = 25;

/** Those of these payments that are ours and have neither bought anything nor been asked back. */
async function unsettled(ctx: Ctx, paymentIds: string[]): Promise<string[]> {
  const { rows } = await ctx.db.execute(sql`
    select a.id from payment_attempt a join "order" o on o.id = a.order_id
    where a.id::text in (select jsonb_array_elements_text(${JSON.stringify(paymentIds)}::jsonb))
      and o.status in ('pending', 'failed', 'expired') and not exists (select 1 from refund f where f.attempt_id = a.id)`);
  return (rows as unknown as { id: string }[]).map(({ id }) => id);
}

/** Settles a payment and sends back at once what bought nothing. */
async function settleNow(ctx: Ctx, id: string): Promise<void> {
  try {
    const settled = await settlePayment(ctx, id);
    if (settled && settled.status !== "paid") await carryOutRefunds(ctx, id);
  } catch (error) {
    ctx.log.warn({ payment_id: id, ...errorForLog(error) }, "payment not settled yet");
  }
}

/**
 * Reads the provider's list of payments that became paid lately and settles those we do not know of yet. An order that has
 * ended is asked about ever more rarely: without this, late money would stay with us for hours when no webhook comes.
 */
export async function watchPayments(ctx: Ctx): Promise<void> {
  const since = new Date(ctx.now().getTime() - windowMinutes * 60_000);
  try {
    for (let page: number | null = 1; page !== null && page <= mostPages; ) {
      const { payments, nextPage } = await paymentProvider(ctx.env).listPaid(since, page);
      for (const id of await unsettled(ctx, payments.map((payment) => payment.id))) await settleNow(ctx, id);
      page = nextPage;
    }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    ctx.log.warn(errorForLog(error), "the list of payments could not be read");
  }
}
