import { and, eq, inArray, isNull, notExists, sql } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { errorForLog } from "#platform/log.server.ts";
import { isForeign, recordForeignPayments, refundForeignPayments } from "./foreign-payments.server.ts";
import { paymentProvider } from "#features/payments/current.server.ts";
import {
  isPaymentId,
  ProviderUnavailable,
  type PaymentProvider,
  type ProviderPayment,
} from "#features/payments/provider.ts";
import { processRefunds } from "#features/settlement/refunds/refunds.server.ts";
import { settlePayment } from "./settle.server.ts";
import { payments, paymentWatch, refunds } from "#features/payments/tables.server.ts";

/** Overlap between rounds, because clocks may differ and some payments were too young to judge. */
const overlapMinutes = 10;
/** How far back the first round reads. */
const firstHours = 24;
/** 10,000 payments per round, so that an endless list does not block this job. */
const maxPages = 250;

/** The instant from which this round reads the provider's list. */
async function readStart(ctx: Ctx): Promise<Date> {
  const [row] = await ctx.db.select().from(paymentWatch);
  if (row) return new Date(row.readUntil.getTime() - overlapMinutes * 60_000);
  return new Date(ctx.now().getTime() - firstHours * 3_600_000);
}

type Page = Awaited<ReturnType<PaymentProvider["listPaid"]>>;
interface OwnPayment {
  id: string;
  /** Whether the payment is not settled yet and has no refund. */
  isUnsettled: boolean;
}

/** Finds our payments among those of the provider's list. */
async function findOwnPayments(ctx: Ctx, listed: ProviderPayment[]): Promise<OwnPayment[]> {
  const ids = listed.map(({ id }) => id).filter(isPaymentId);
  const { id, settledAt } = payments;
  const returning = ctx.db.select({ id: refunds.id }).from(refunds).where(eq(refunds.paymentId, id));
  const isUnsettled = and(isNull(settledAt), notExists(returning));
  return ctx.db
    .select({ id, isUnsettled: sql<boolean>`${isUnsettled}` })
    .from(payments)
    .where(and(inArray(id, ids), eq(payments.method, "card")));
}

/** Settles a payment; logs a failure instead of throwing it. */
async function trySettle(ctx: Ctx, id: string): Promise<void> {
  try {
    await settlePayment(ctx, id);
    await processRefunds(ctx, id);
  } catch (error) {
    ctx.log.warn({ payment_id: id, ...errorForLog(error) }, "payment not settled yet");
  }
}

/**
 * Reads the provider's list since the last round and handles its payments. Throws ProviderUnavailable; the next round
 * then starts from the same point.
 */
async function readList(ctx: Ctx): Promise<void> {
  const [began, since] = [ctx.now(), await readStart(ctx)];
  let page: number | null = 1;
  const foreign: ProviderPayment[] = [];
  try {
    for (; page !== null && page <= maxPages;) {
      const { payments: listed, nextPage }: Page = await paymentProvider(ctx.env).listPaid(since, page);
      const ownPayments = new Map((await findOwnPayments(ctx, listed)).map((payment) => [payment.id, payment]));
      for (const payment of listed) {
        const ownPayment = ownPayments.get(payment.id.toLowerCase());
        if (ownPayment?.isUnsettled) await trySettle(ctx, ownPayment.id);
        if (!ownPayment && isForeign(payment, ctx.now())) foreign.push(payment);
      }
      page = nextPage;
    }
  } finally {
    await recordForeignPayments(ctx, foreign);
  }
  if (page !== null) ctx.log.error({ pages: maxPages }, "the list of payments is longer than a round reads");
  const row = { id: 1, readUntil: began };
  await ctx.db.insert(paymentWatch).values(row).onConflictDoUpdate({ target: paymentWatch.id, set: row });
}

/**
 * Job: reads payments that became paid since the last round, because webhooks may be lost and ended orders are rarely
 * checked. Settles payments of ours that were not known as paid; reports foreign payments to staff, or refunds them.
 */
export async function watchPayments(ctx: Ctx): Promise<void> {
  try {
    await readList(ctx);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    ctx.log.warn(errorForLog(error), "the list of payments could not be read");
  }
  await refundForeignPayments(ctx);
}
