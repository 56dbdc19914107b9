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
/** Known by our books alone. */
const ownKinds: DiscrepancyKind[] = [
  "refund-needs-person",
  "refund-stuck",
  "check-overdue",
  "difference-without-seat",
  "einvoice-rejected",
  "einvoice-overdue",
];
const findOwn = async (ctx: Ctx) => [
  ...(await ownDiscrepancies(ctx)),
  ...(await differencesWithoutSeat(ctx)),
  ...(await undecidedEInvoices(ctx)),
];
export type PaymentCase = typeof paymentCases.$inferSelect;

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
  const same = (key: keyof typeof facts) => last?.facts[key] === facts[key];
  const keys = [...Object.keys(facts), ...Object.keys(last?.facts ?? {})] as (keyof typeof facts)[];
  return last?.outcome === "resolved" && keys.every(same);
}

async function recordDiscrepancy(ctx: Ctx, discrepancy: Discrepancy): Promise<void> {
  const { kind, paymentId, orderId, facts } = discrepancy;
  const subject = getSubject(discrepancy);
  const now = ctx.now();
  const seen = await ctx.db
    .update(paymentCases)
    .set({ facts, seenAt: now })
    .where(and(eq(paymentCases.kind, kind), eq(paymentCases.subject, subject), isNull(paymentCases.closedAt)))
    .returning({ id: paymentCases.id });
  if (seen.length > 0 || (await isResolved(ctx, discrepancy, subject))) return;
  await ctx.db
    .insert(paymentCases)
    .values({ kind, paymentId, orderId, subject, facts, openedAt: now, seenAt: now })
    .onConflictDoNothing();
}

/**
 * Opens and closes cases so that exactly the given differences are open, among `kinds` (and `paymentIds`, if given).
 */
async function write(
  ctx: Ctx,
  discrepancies: readonly Discrepancy[],
  { kinds, paymentIds }: { kinds: DiscrepancyKind[]; paymentIds?: string[] },
): Promise<void> {
  const { id, kind, subject, paymentId, closedAt } = paymentCases;
  await inTransaction(
    ctx,
    async (ctx) => {
      for (const one of discrepancies) await recordDiscrepancy(ctx, one);
      for (const caseKind of kinds) {
        const subjects = discrepancies.filter((one) => one.kind === caseKind).map(getSubject);
        const gone = and(
          eq(kind, caseKind),
          isNull(closedAt),
          subjects.length > 0 ? notInArray(subject, subjects) : undefined,
          paymentIds ? inArray(paymentId, paymentIds) : undefined,
        );
        const rows = await ctx.db.select({ id }).from(paymentCases).where(gone);
        if (rows.length === 0) continue;
        const ids = rows.map((row) => row.id);
        await ctx.db.update(paymentCases).set({ closedAt: ctx.now(), outcome: "agrees" }).where(inArray(id, ids));
      }
    },
    // Serialises rounds of several processes and actions of people.
    ctx.afterCommit ? {} : { advisoryLock: "payment-cases" },
  );
}

const providerKinds: DiscrepancyKind[] = ["paid-at-provider", "refunds-differ", "unknown-payment"];

/** Compares each payment with the provider. Throws ProviderUnavailable. */
async function compareEach(ctx: Ctx, paymentIds: string[]): Promise<void> {
  const known: ProviderPayment[] = [];
  for (const id of paymentIds) {
    const payment = await paymentProvider(ctx.env).fetchPayment(id);
    if (payment) known.push(payment);
  }
  const discrepancies = await findDifferences(ctx, known);
  await write(ctx, discrepancies, { kinds: providerKinds, paymentIds });
  const differing = new Set(discrepancies.map(({ paymentId }) => paymentId));
  // A foreign payment is a difference until the provider has refunded all of it.
  const agreeing = known.map(({ id }) => id).filter((id) => !differing.has(id));
  await closeReturnedPayments(ctx, agreeing);
}

/** Compares one case again with our books and the provider. Throws ProviderUnavailable. */
export async function recheckCase(ctx: Ctx, { paymentId, kind }: PaymentCase): Promise<void> {
  await write(ctx, await findOwn(ctx), { kinds: ownKinds });
  if (!ownKinds.includes(kind)) await compareEach(ctx, [paymentId]);
}

/** Foreign payments that need a person but have no case, because they are older than the listed days. */
async function foreignWithoutCase(ctx: Ctx): Promise<string[]> {
  const { id, status } = foreignPayments;
  const cases = ctx.db.select({ id: paymentCases.id }).from(paymentCases).where(eq(paymentCases.paymentId, id));
  const rows = await ctx.db
    .select({ id })
    .from(foreignPayments)
    .where(and(inArray(status, ["reported", "needs-person"]), notExists(cases)));
  return rows.map((row) => row.id);
}

/**
 * Job: opens a case for each payment where our books and the provider differ or that waits for a person, and closes
 * cases that agree by now. Idempotent. Compares our books alone when the provider is unavailable.
 */
export async function comparePayments(ctx: Ctx): Promise<void> {
  await write(ctx, await findOwn(ctx), { kinds: ownKinds });
  const now = ctx.now();
  try {
    const since = new Date(now.getTime() - listedDays * dayMs);
    const until = new Date(now.getTime() - settlingMinutes * 60_000);
    const discrepancies = await providerDiscrepancies(ctx, since, until);
    await write(ctx, discrepancies, { kinds: [] });
    const { paymentId, kind, closedAt } = paymentCases;
    const open = await ctx.db
      .selectDistinct({ paymentId })
      .from(paymentCases)
      .where(and(isNull(closedAt), inArray(kind, providerKinds)));
    const isFound = new Set(discrepancies.map((one) => one.paymentId));
    const older = [...open.map((one) => one.paymentId), ...(await foreignWithoutCase(ctx))];
    await compareEach(
      ctx,
      older.filter((id) => !isFound.has(id)),
    );
    const row = { id: 1, comparedAt: now };
    await ctx.db.insert(paymentComparisons).values(row).onConflictDoUpdate({ target: paymentComparisons.id, set: row });
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    ctx.log.warn(errorForLog(error), "the provider's payments could not be compared");
  }
}
