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
/** Progress of the task, stored between steps. */
type Cursor = {
  /** The provider's page to read; null once its list is read and our remaining payments are looked up there. */
  page: number | null;
  /** Ids of the payments in the provider's list so far. */
  seen: string[];
  provider: Books;
  ours: Books;
  /** Id of our last payment that was looked up at the provider. */
  after: string | null;
};
const emptyBooks = (): Books => ({ count: 0, inHalalas: 0, outHalalas: 0 });
const start: Cursor = { page: 1, seen: [], provider: emptyBooks(), ours: emptyBooks(), after: null };

/** Statuses of payments whose money was received, the same with us and at the provider. */
const receivedStatuses = ["paid", "refunded", "partially_refunded"] as const;
/** How many of our payments one step looks up at the provider. */
const lookupsPerStep = 20;

const addPayment = (books: Books, amount: number, refunded: number): Books => ({
  count: books.count + 1,
  inHalalas: books.inHalalas + amount,
  outHalalas: books.outHalalas + refunded,
});

/** Selects our next card payments of the month that are not in the provider's list. */
function selectUnlisted(ctx: Ctx, month: string, { seen, after }: Cursor) {
  const { id, method, status, createdAt, orderId } = payments;
  const { from, to } = monthBounds(month);
  return ctx.db
    .select({ id, orderId })
    .from(payments)
    .where(
      and(
        eq(method, "card"),
        inArray(status, [...receivedStatuses]),
        gte(createdAt, from),
        lt(createdAt, to),
        after === null ? undefined : gt(id, after),
        seen.length > 0 ? notInArray(id, seen) : undefined,
      ),
    )
    .orderBy(asc(id))
    .limit(lookupsPerStep);
}

interface Prepared {
  listed: ProviderPayment[];
  nextPage: number | null;
  /** Our payments that are not in the provider's list, each looked up at the provider by its id. */
  lookups: { id: string; orderId: number; payment: ProviderPayment | null }[];
}

/** Asks the provider for the next page of its list or, after the last page, for our payments that the list lacks. */
async function askProvider(ctx: Ctx, month: string, cursor: Cursor): Promise<Prepared> {
  const provider = paymentProvider(ctx.env);
  if (cursor.page !== null) {
    const { from, to } = monthBounds(month);
    // The provider's "since" excludes the instant itself.
    const { payments, nextPage } = await provider.listPayments(new Date(from.getTime() - 1), cursor.page, to);
    return { listed: payments, nextPage, lookups: [] };
  }
  const lookups = [];
  for (const row of await selectUnlisted(ctx, month, cursor))
    lookups.push({ ...row, payment: await provider.fetchPayment(row.id) });
  return { listed: [], nextPage: null, lookups };
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

/** Adds the listed payments to the sums of the provider and to ours; finds payments that differ. */
async function compareListed(ctx: Ctx, cursor: Cursor, listed: ProviderPayment[]) {
  const known = new Set(cursor.seen);
  // A payment that is made while we read shifts others to the next page, so a page may repeat payments.
  const fresh = listed.filter(({ id, currency }) => !known.has(id.toLowerCase()) && currency === "SAR");
  const { id, status, amountHalalas } = payments;
  const ids = fresh.map((payment) => payment.id).filter(isPaymentId);
  const rows = await ctx.db
    .select({ amountHalalas, refunded: payments.refundedHalalas })
    .from(payments)
    .where(and(inArray(id, ids), inArray(status, [...receivedStatuses])));
  const paid = fresh.filter((payment) => payment.status === "paid" || payment.status === "refunded");
  const differences = await findDifferences(ctx, fresh);
  return {
    seen: [...cursor.seen, ...ids.map((paymentId) => paymentId.toLowerCase())],
    provider: paid.reduce(
      (sum, payment) => addPayment(sum, payment.amountHalalas, refundedHalalas(payment)),
      cursor.provider,
    ),
    ours: rows.reduce((sum, row) => addPayment(sum, row.amountHalalas, row.refunded), cursor.ours),
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
 * Task: compares the provider's card payments of a month with ours, in both directions. Each difference is a failure of
 * the task; the result contains the sums of both sides.
 */
export const compareMonth = defineTask<{ month: string }, Cursor, Prepared>({
  kind: "finance.compare",
  permission: "finance.read",
  input: z.object({ month: z.string() }),
  title: ({ month }, locale) => m.finance_compare_title({ month: monthAndYear(month, locale) }, { locale }),
  prepare: (ctx, { month }, cursor) => askProvider(ctx, month, cursor ?? start),
  async step(ctx, { month }, { cursor, prepared: { listed, nextPage, lookups } }) {
    const current = cursor ?? start;
    const toResult = ({ provider, ours }: Cursor) => ({
      month,
      provider: formatBooks(provider),
      ours: formatBooks(ours),
    });
    if (current.page !== null) {
      const { done, failures, ...books } = await compareListed(ctx, current, listed);
      const next: Cursor = { ...current, ...books, page: nextPage };
      return { cursor: next, done, failures, result: toResult(next) };
    }
    const failures = lookups
      .filter(({ payment }) => payment === null)
      .map(({ id, orderId }) => toFailure("not-at-provider", id, orderId));
    const last = lookups.at(-1);
    const next = last && lookups.length === lookupsPerStep ? { ...current, after: last.id } : null;
    return { cursor: next, done: lookups.length - failures.length, failures, result: toResult(current) };
  },
});
