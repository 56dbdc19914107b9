/** The gauges that the site's features publish at /metrics. Each query uses an index. */
import { and, count, eq, gt, isNotNull, isNull, lt, min } from "drizzle-orm";
import { isHeldNowSql } from "#features/seats/conditions.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { einvoiceFigures } from "#features/invoices/einvoices/watch.server.ts";
import { paymentCases } from "#features/settlement/cases/tables.server.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import type { Figures } from "#platform/http/figures.server.ts";

const hourMs = 3_600_000;
const secondsSince = (ctx: Ctx, date: Date | null | undefined) =>
  date ? Math.max(0, (ctx.now().getTime() - date.getTime()) / 1000) : 0;

const readValue = async (rows: PromiseLike<{ value: number }[]>) => (await rows)[0]?.value ?? 0;
const readByState = async (rows: PromiseLike<{ state: string; value: number }[]>) =>
  Object.fromEntries((await rows).map(({ state, value }) => [state, value]));

export function siteFigures(ctx: Ctx): Figures {
  const value = count();
  // All gauges are read at the same moment, so the four of e-invoicing share one reading.
  let reading: ReturnType<typeof einvoiceFigures> | null = null;
  const readEinvoicing = () =>
    (reading ??= einvoiceFigures(ctx).finally(() => {
      reading = null;
    }));
  const isInLastHour = () => gt(orders.createdAt, new Date(ctx.now().getTime() - hourMs));
  return {
    seats_held: {
      help: "Seats in holds that are not over.",
      read: () => readValue(ctx.db.select({ value }).from(enrolments).where(isHeldNowSql(ctx))),
    },
    orders_last_hour: {
      help: "Orders begun in the last hour, by their state now.",
      label: "state",
      read: () =>
        readByState(
          ctx.db.select({ state: orders.status, value }).from(orders).where(isInLastHour()).groupBy(orders.status),
        ),
    },
    payments_last_hour: {
      help: "Payments for orders begun in the last hour, by their state now.",
      label: "state",
      read: () =>
        readByState(
          ctx.db
            .select({ state: payments.status, value })
            .from(orders)
            .innerJoin(payments, eq(payments.orderId, orders.id))
            .where(isInLastHour())
            .groupBy(payments.status),
        ),
    },
    payments_overdue_seconds: {
      help: "Seconds since the oldest overdue payment check was due.",
      read: async () => {
        const isDue = and(isNotNull(payments.checkAt), lt(payments.checkAt, ctx.now()));
        const [oldest] = await ctx.db
          .select({ at: min(payments.checkAt) })
          .from(payments)
          .where(isDue);
        return secondsSince(ctx, oldest?.at);
      },
    },
    refunds_waiting: {
      help: "Refunds decided but not yet done, by status.",
      label: "state",
      read: () =>
        readByState(
          ctx.db
            .select({ state: refunds.status, value })
            .from(refunds)
            .where(isNull(refunds.doneAt))
            .groupBy(refunds.status),
        ),
    },
    einvoices_oldest_seconds: {
      help: "For how long the oldest tax document has waited for the tax authority's decision.",
      read: async () => secondsSince(ctx, (await readEinvoicing()).oldestIssuedAt),
    },
    einvoicing_refused: {
      help: "1 while the tax authority refuses our certificate or password.",
      read: async () => Number((await readEinvoicing()).isRefused),
    },
    einvoicing_certificate_ends: {
      help: "1 in the last 60 days of the certificate for e-invoicing.",
      read: async () => Number((await readEinvoicing()).isCertificateEnding),
    },
    einvoicing_clock_ahead_seconds: {
      help: "How far our clock was ahead of the tax authority's, by its last answer.",
      read: async () => (await readEinvoicing()).clockAheadSeconds,
    },
    payment_cases_open: {
      help: "Payments that need a person.",
      read: () => readValue(ctx.db.select({ value }).from(paymentCases).where(isNull(paymentCases.closedAt))),
    },
  };
}
