import { and, asc, eq, gt, gte, inArray, lt, notInArray } from "drizzle-orm";
import { z } from "zod";
import { paymentProvider } from "#features/payments/current.server.ts";
import { findDifferences, type ProviderDiscrepancyKind } from "#features/payments/discrepancies.server.ts";
import { isPaymentId, type ProviderPayment } from "#features/payments/provider.ts";
import { refundedHalalas } from "#features/payments/refund-rules.ts";
import { payments } from "#features/payments/tables.server.ts";
import { defineTask, inBoth } from "#features/staff/tasks/define.server.ts";
import type { TaskFailure } from "#features/staff/tasks/task-states.ts";
import { monthAndYear } from "#i18n/dates.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import type { Ctx } from "#platform/context.server.ts";
import { m } from "#messages";
import { monthBounds } from "./months.ts";

interface Books {
  count: number;
  inHalalas: number;
  outHalalas: number;
}
type Cursor = {
  /** The provider's page to read; null once its list is read and our remaining payments are looked up there. */
  page: number | null;
  /** Payments of the provider's list. */
  seen: string[];
  provider: Books;
  ours: Books;
  /** The last of our payments that was looked up. */
  after: string | null;
};
const nothing = (): Books => ({ count: 0, inHalalas: 0, outHalalas: 0 });
const start: Cursor = { page: 1, seen: [], provider: nothing(), ours: nothing(), after: null };

/** Statuses of payments that were received, with us and at the provider. */
const received = ["paid", "refunded", "partially_refunded"] as const;
const ownAtOnce = 20;

const plus = (books: Books, amount: number, refunded: number): Books => ({
  count: books.count + 1,
  inHalalas: books.inHalalas + amount,
  outHalalas: books.outHalalas + refunded,
});

/** Our card payments of the month that the provider's list did not have. */
function unlisted(ctx: Ctx, month: string, { seen, after }: Cursor) {
  const { id, method, status, createdAt, orderId } = payments;
  const { from, to } = monthBounds(month);
  return ctx.db
    .select({ id, orderId })
    .from(payments)
    .where(
      and(
        eq(method, "card"),
        inArray(status, [...received]),
        gte(createdAt, from),
        lt(createdAt, to),
        after === null ? undefined : gt(id, after),
        seen.length > 0 ? notInArray(id, seen) : undefined,
      ),
    )
    .orderBy(asc(id))
    .limit(ownAtOnce);
}

interface Prepared {
  listed: ProviderPayment[];
  nextPage: number | null;
  /** Looks up our payments that the list did not have, one by one at the provider. */
  single: { id: string; orderId: number; payment: ProviderPayment | null }[];
}

async function ask(ctx: Ctx, month: string, cursor: Cursor): Promise<Prepared> {
  const provider = paymentProvider(ctx.env);
  if (cursor.page !== null) {
    const { from, to } = monthBounds(month);
    // The provider's "since" excludes the instant itself.
    const { payments, nextPage } = await provider.listPayments(new Date(from.getTime() - 1), cursor.page, to);
    return { listed: payments, nextPage, single: [] };
  }
  const single = [];
  for (const row of await unlisted(ctx, month, cursor))
    single.push({ ...row, payment: await provider.fetchPayment(row.id) });
  return { listed: [], nextPage: null, single };
}

const reasons: Record<ProviderDiscrepancyKind | "not-at-provider", typeof m.finance_difference_unknown_payment> = {
  "unknown-payment": m.finance_difference_unknown_payment,
  "paid-at-provider": m.finance_difference_paid_at_provider,
  "refunds-differ": m.finance_difference_refunds_differ,
  "not-at-provider": m.finance_difference_not_at_provider,
};
const toFailure = (kind: keyof typeof reasons, paymentId: string, orderId: number | null): TaskFailure => ({
  what: orderId === null ? paymentId : `#${orderId}`,
  why: inBoth((locale) => reasons[kind]({}, { locale })),
});

/** Our sums of the listed payments, and what differs. */
async function compareListed(ctx: Ctx, cursor: Cursor, listed: ProviderPayment[]) {
  const known = new Set(cursor.seen);
  // A payment made meanwhile shifts others to the next page.
  const fresh = listed.filter(({ id, currency }) => !known.has(id.toLowerCase()) && currency === "SAR");
  const { id, status, amountHalalas } = payments;
  const ids = fresh.map((payment) => payment.id).filter(isPaymentId);
  const rows = await ctx.db
    .select({ amountHalalas, refunded: payments.refundedHalalas })
    .from(payments)
    .where(and(inArray(id, ids), inArray(status, [...received])));
  const paid = fresh.filter((payment) => payment.status === "paid" || payment.status === "refunded");
  const differences = await findDifferences(ctx, fresh);
  return {
    seen: [...cursor.seen, ...ids.map((one) => one.toLowerCase())],
    provider: paid.reduce(
      (sum, payment) => plus(sum, payment.amountHalalas, refundedHalalas(payment)),
      cursor.provider,
    ),
    ours: rows.reduce((sum, row) => plus(sum, row.amountHalalas, row.refunded), cursor.ours),
    done: fresh.length,
    failures: differences.map(({ kind, paymentId, orderId }) => toFailure(kind, paymentId, orderId)),
  };
}

const formatBooks = ({ count, inHalalas, outHalalas }: Books) => ({
  count,
  in: decimalFromHalalas(inHalalas),
  out: decimalFromHalalas(outHalalas),
});

/**
 * Task: compares the provider's card payments of a month with ours, both ways. Each difference is a failure; the result
 * has the sums of both sides.
 */
export const compareMonth = defineTask<{ month: string }, Cursor, Prepared>({
  kind: "finance.compare",
  permission: "finance.read",
  input: z.object({ month: z.string() }),
  title: ({ month }, locale) => m.finance_compare_title({ month: monthAndYear(month, locale) }, { locale }),
  prepare: (ctx, { month }, cursor) => ask(ctx, month, cursor ?? start),
  async step(ctx, { month }, { cursor, prepared: { listed, nextPage, single } }) {
    const from = cursor ?? start;
    const result = (of: Cursor) => ({ month, provider: formatBooks(of.provider), ours: formatBooks(of.ours) });
    if (from.page !== null) {
      const { done, failures, ...books } = await compareListed(ctx, from, listed);
      const next: Cursor = { ...from, ...books, page: nextPage };
      return { cursor: next, done, failures, result: result(next) };
    }
    const failures = single
      .filter(({ payment }) => payment === null)
      .map(({ id, orderId }) => toFailure("not-at-provider", id, orderId));
    const last = single.at(-1);
    const next = last && single.length === ownAtOnce ? { ...from, after: last.id } : null;
    return { cursor: next, done: single.length - failures.length, failures, result: result(from) };
  },
});
