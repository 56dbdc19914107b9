import { and, asc, count, eq, gt, gte, inArray, lt, notInArray, or } from "drizzle-orm";
import { z } from "zod";
import { schemeWithWallet } from "#features/payments/card.ts";
import { paymentProvider } from "#features/payments/current.server.ts";
import { isPaymentId, type ProviderPayment } from "#features/payments/provider.ts";
import { payments } from "#features/payments/tables.server.ts";
import { definePartedExport } from "#features/staff/tasks/export.server.ts";
import type { Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { instant, label, money, number, text } from "#platform/export/columns.ts";
import { m } from "#messages";
import { monthField, titled } from "./exports.server.ts";
import { monthBounds } from "./months.ts";

type Payment = typeof payments.$inferSelect;
interface Row {
  payment: Payment;
  /** Fee of the provider; null for a transfer, or when the provider does not report it. */
  feeHalalas: number | null;
}
interface Filter {
  month: string;
}
/** Progress of the export, stored between parts. */
type Cursor = {
  /** The provider's page to read; null once its list is read and our other payments follow. */
  page: number | null;
  /** Ids of the payments that already have a row. */
  seen: string[];
  /** Id of the last of our other payments that has a row. */
  after: string | null;
};
const start: Cursor = { page: 1, seen: [], after: null };
const rowsPerPart = 1000;

/**
 * SQL condition for payments received in the month: a card payment by when it was paid, a transfer by when staff
 * recorded it.
 */
function whereMonth({ month }: Filter) {
  const { method, status, createdAt, settledAt } = payments;
  const { from, to } = monthBounds(month);
  const isCard = and(eq(method, "card"), gte(createdAt, from), lt(createdAt, to));
  const isTransfer = and(eq(method, "transfer"), gte(settledAt, from), lt(settledAt, to));
  return and(inArray(status, ["paid", "refunded", "partially_refunded"]), or(isCard, isTransfer));
}

interface ProviderPage {
  listed: ProviderPayment[];
  nextPage: number | null;
}

/** Reads the next page of the provider's list; an empty page once the list is read. */
async function readProviderPage(ctx: Ctx, { month }: Filter, { page }: Cursor): Promise<ProviderPage> {
  if (page === null) return { listed: [], nextPage: null };
  const { from, to } = monthBounds(month);
  // The provider's "since" excludes the instant itself.
  const { payments, nextPage } = await paymentProvider(ctx.env).listPayments(new Date(from.getTime() - 1), page, to);
  return { listed: payments, nextPage };
}

/**
 * Selects our payments that are on the provider's page. Leaves out those that have a row already, because a payment
 * that is made meanwhile shifts others to the next page.
 */
async function readListedRows(ctx: Ctx, filter: Filter, { seen }: Cursor, listed: ProviderPayment[]): Promise<Row[]> {
  const fees = new Map(
    listed.filter(({ id }) => isPaymentId(id)).map(({ id, feeHalalas }) => [id.toLowerCase(), feeHalalas]),
  );
  for (const id of seen) fees.delete(id);
  const ours = await ctx.db
    .select()
    .from(payments)
    .where(and(whereMonth(filter), eq(payments.method, "card"), inArray(payments.id, [...fees.keys()])))
    .orderBy(asc(payments.createdAt), asc(payments.id));
  return ours.map((payment) => ({ payment, feeHalalas: fees.get(payment.id) ?? null }));
}

/**
 * Selects our payments that were not in the provider's list: transfers, and card payments that the provider's clock
 * puts in another month.
 */
async function readOtherRows(ctx: Ctx, filter: Filter, { seen, after }: Cursor): Promise<Row[]> {
  const { id } = payments;
  const others = await ctx.db
    .select()
    .from(payments)
    .where(
      and(
        whereMonth(filter),
        after === null ? undefined : gt(id, after),
        seen.length > 0 ? notInArray(id, seen) : undefined,
      ),
    )
    .orderBy(asc(id))
    .limit(rowsPerPart);
  return others.map((payment) => ({ payment, feeHalalas: null }));
}

const formatMethod = ({ method, cardScheme }: Payment, locale: Locale): string =>
  method === "transfer" ? m.common_bank_transfer({}, { locale }) : schemeWithWallet(cardScheme, locale);

/** Export task: a month's payments with the provider's fees and net amounts, without names and card numbers. */
export const exportPayments = definePartedExport<Filter, Row, Cursor, ProviderPage>({
  kind: "payments",
  permission: "finance.export",
  title: titled(m.finance_export_payments),
  filter: z.strictObject({ month: monthField() }),
  columns: [
    number(label(m.common_order), ({ payment }) => payment.orderId),
    text(label(m.finance_column_payment), ({ payment }) => payment.id),
    text(label(m.finance_column_method), ({ payment }, locale) => formatMethod(payment, locale)),
    instant(label(m.finance_column_paid), ({ payment }) =>
      payment.method === "transfer" ? payment.settledAt : payment.createdAt,
    ),
    money(label(m.finance_column_received), ({ payment }) => payment.amountHalalas),
    money(label(m.finance_column_refunded), ({ payment }) => -payment.refundedHalalas),
    money(label(m.finance_column_fee), ({ feeHalalas }) => (feeHalalas === null ? null : -feeHalalas)),
    money(
      label(m.finance_column_left),
      ({ payment, feeHalalas }) => payment.amountHalalas - payment.refundedHalalas - (feeHalalas ?? 0),
    ),
  ],
  count: async (ctx, filter) =>
    (await ctx.db.select({ rows: count() }).from(payments).where(whereMonth(filter)))[0]?.rows ?? 0,
  prepare: (ctx, filter, cursor) => readProviderPage(ctx, filter, cursor ?? start),
  async part(ctx, filter, cursor, { listed, nextPage }) {
    const current = cursor ?? start;
    if (current.page === null) {
      const rows = await readOtherRows(ctx, filter, current);
      const last = rows.at(-1);
      return { rows, cursor: last && rows.length === rowsPerPart ? { ...current, after: last.payment.id } : null };
    }
    const rows = await readListedRows(ctx, filter, current, listed);
    return {
      rows,
      cursor: { ...current, page: nextPage, seen: [...current.seen, ...rows.map(({ payment }) => payment.id)] },
    };
  },
});
