import { and, desc, eq, inArray, isNull, notExists, notInArray } from "drizzle-orm";
import { paymentProvider } from "#features/payments/current.server.ts";
import {
  findDifferences,
  ownDiscrepancies,
  providerDiscrepancies,
  type Discrepancy,
  type DiscrepancyKind,
} from "#features/payments/discrepancies.server.ts";
import { ProviderUnavailable, type ProviderPayment } from "#features/payments/provider.ts";
import { foreignPayments } from "#features/payments/tables.server.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { errorForLog } from "#platform/log.server.ts";
import { closeReturnedPayments } from "#features/settlement/foreign-payments.server.ts";
import { differencesWithoutSeat } from "./differences.server.ts";
import { undecidedEInvoices } from "./einvoices.server.ts";
import { paymentCases, paymentComparisons } from "./tables.server.ts";
import { dayMs } from "#i18n/dates.ts";

/** How far back the provider's list is read. Older cases are compared payment by payment. */
const listedDays = 3;
/** A younger payment may still be in progress: the return page, the webhook and the jobs settle it. */
const settlingMinutes = 10;
/** Kinds that our own database shows, without asking the provider. */
const internalKinds: DiscrepancyKind[] = [
  "refund-needs-person",
  "refund-stuck",
  "check-overdue",
  "difference-without-seat",
  "einvoice-rejected",
  "einvoice-overdue",
];
const findInternalDiscrepancies = async (ctx: Ctx) => [
  ...(await ownDiscrepancies(ctx)),
  ...(await differencesWithoutSeat(ctx)),
  ...(await undecidedEInvoices(ctx)),
];
export type PaymentCase = typeof paymentCases.$inferSelect;

/** Key of what a discrepancy is about; a kind has at most one open case per subject. */
function getSubject({ facts, paymentId }: Discrepancy): string {
  if (facts.einvoiceId !== undefined) return `einvoice-${facts.einvoiceId}`;
  if (facts.documentNumber !== undefined) return `document-${facts.documentNumber}`;
  return facts.refundId === undefined ? paymentId : `refund-${facts.refundId}`;
}

/** Whether a person has resolved exactly these facts. Other facts make it a new case. */
async function isResolved(ctx: Ctx, { kind, facts }: Discrepancy, subject: string): Promise<boolean> {
  const [last] = await ctx.db
    .select()
    .from(paymentCases)
    .where(and(eq(paymentCases.kind, kind), eq(paymentCases.subject, subject)))
    .orderBy(desc(paymentCases.id))
    .limit(1);
  const isSame = (key: keyof typeof facts) => last?.facts[key] === facts[key];
  const keys = [...Object.keys(facts), ...Object.keys(last?.facts ?? {})] as (keyof typeof facts)[];
  return last?.outcome === "resolved" && keys.every(isSame);
}

async function recordDiscrepancy(ctx: Ctx, discrepancy: Discrepancy): Promise<void> {
  const { kind, paymentId, orderId, facts } = discrepancy;
  const subject = getSubject(discrepancy);
  const now = ctx.now();
  const openCases = await ctx.db
    .update(paymentCases)
    .set({ facts, seenAt: now })
    .where(and(eq(paymentCases.kind, kind), eq(paymentCases.subject, subject), isNull(paymentCases.closedAt)))
    .returning({ id: paymentCases.id });
  if (openCases.length > 0 || (await isResolved(ctx, discrepancy, subject))) return;
  await ctx.db
    .insert(paymentCases)
    .values({ kind, paymentId, orderId, subject, facts, openedAt: now, seenAt: now })
    .onConflictDoNothing();
}

/**
 * Opens a case for each discrepancy, and closes open cases of `kinds` (of `paymentIds` only, if given) that are not
 * among the discrepancies.
 */
async function updateCases(
  ctx: Ctx,
  discrepancies: readonly Discrepancy[],
  { kinds, paymentIds }: { kinds: DiscrepancyKind[]; paymentIds?: string[] },
): Promise<void> {
  const { id, kind, subject, paymentId, closedAt } = paymentCases;
  await inTransaction(
    ctx,
    async (ctx) => {
      for (const discrepancy of discrepancies) await recordDiscrepancy(ctx, discrepancy);
      for (const caseKind of kinds) {
        const subjects = discrepancies.filter((one) => one.kind === caseKind).map(getSubject);
        const isGone = and(
          eq(kind, caseKind),
          isNull(closedAt),
          subjects.length > 0 ? notInArray(subject, subjects) : undefined,
          paymentIds ? inArray(paymentId, paymentIds) : undefined,
        );
        const rows = await ctx.db.select({ id }).from(paymentCases).where(isGone);
        if (rows.length === 0) continue;
        const ids = rows.map((row) => row.id);
        await ctx.db.update(paymentCases).set({ closedAt: ctx.now(), outcome: "agrees" }).where(inArray(id, ids));
      }
    },
    // The lock serialises rounds of several processes and actions of people. It cannot be taken inside a transaction.
    ctx.afterCommit ? {} : { advisoryLock: "payment-cases" },
  );
}

const providerKinds: DiscrepancyKind[] = ["paid-at-provider", "refunds-differ", "unknown-payment"];

/** Fetches each payment from the provider and updates its cases. Throws ProviderUnavailable. */
async function compareEach(ctx: Ctx, paymentIds: string[]): Promise<void> {
  const providerPayments: ProviderPayment[] = [];
  for (const id of paymentIds) {
    const payment = await paymentProvider(ctx.env).fetchPayment(id);
    if (payment) providerPayments.push(payment);
  }
  const discrepancies = await findDifferences(ctx, providerPayments);
  await updateCases(ctx, discrepancies, { kinds: providerKinds, paymentIds });
  const differing = new Set(discrepancies.map(({ paymentId }) => paymentId));
  // A foreign payment is a difference until the provider has refunded all of it.
  const agreeing = providerPayments.map(({ id }) => id).filter((id) => !differing.has(id));
  await closeReturnedPayments(ctx, agreeing);
}

/**
 * Updates a case after an action: searches our own data again, and for a difference with the provider also fetches the
 * payment. Throws ProviderUnavailable.
 */
export async function recheckCase(ctx: Ctx, { paymentId, kind }: PaymentCase): Promise<void> {
  await updateCases(ctx, await findInternalDiscrepancies(ctx), { kinds: internalKinds });
  if (!internalKinds.includes(kind)) await compareEach(ctx, [paymentId]);
}

/**
 * Finds foreign payments that need a person but have no case, because they are older than the days that the job lists.
 */
async function findForeignWithoutCase(ctx: Ctx): Promise<string[]> {
  const { id, status } = foreignPayments;
  const cases = ctx.db.select({ id: paymentCases.id }).from(paymentCases).where(eq(paymentCases.paymentId, id));
  const rows = await ctx.db
    .select({ id })
    .from(foreignPayments)
    .where(and(inArray(status, ["reported", "needs-person"]), notExists(cases)));
  return rows.map((row) => row.id);
}

/**
 * Job: opens a case for each payment that differs between our database and the provider or that waits for a person, and
 * closes cases that agree by now. Idempotent. When the provider is unavailable, it only updates cases of our own
 * database.
 */
export async function comparePayments(ctx: Ctx): Promise<void> {
  await updateCases(ctx, await findInternalDiscrepancies(ctx), { kinds: internalKinds });
  const now = ctx.now();
  try {
    const since = new Date(now.getTime() - listedDays * dayMs);
    const until = new Date(now.getTime() - settlingMinutes * 60_000);
    const discrepancies = await providerDiscrepancies(ctx, since, until);
    await updateCases(ctx, discrepancies, { kinds: [] });
    const { paymentId, kind, closedAt } = paymentCases;
    const open = await ctx.db
      .selectDistinct({ paymentId })
      .from(paymentCases)
      .where(and(isNull(closedAt), inArray(kind, providerKinds)));
    const foundIds = new Set(discrepancies.map((discrepancy) => discrepancy.paymentId));
    const olderIds = [...open.map((row) => row.paymentId), ...(await findForeignWithoutCase(ctx))];
    await compareEach(
      ctx,
      olderIds.filter((id) => !foundIds.has(id)),
    );
    const row = { id: 1, comparedAt: now };
    await ctx.db.insert(paymentComparisons).values(row).onConflictDoUpdate({ target: paymentComparisons.id, set: row });
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    ctx.log.warn(errorForLog(error), "the provider's payments could not be compared");
  }
}
