import { eq, sql } from "drizzle-orm";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requireFreshSignIn, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict, NotFound, ValidationError } from "#platform/errors.ts";
import { decimalFromHalalas } from "#i18n/money.ts";
import { m } from "#messages";
import { readConfirmedRuns } from "#features/enrolments/seats.server.ts";
import { personalReason } from "#features/orders/move-order.server.ts";
import { lockOrder } from "./locked-order.server.ts";
import { processRefunds } from "./refunds.server.ts";
import { refunds } from "./tables.server.ts";

export interface RefundInput {
  orderId: number;
  /** VAT included, whole halalas. */
  amountHalalas: number;
  /** `requested`, `course-cancelled` or a person's own words: it stands on the credit note and in the mail. */
  reason: string;
  /**
   * Runs whose seats are released although part of the order stays paid. A refund of the whole rest releases every
   * seat.
   */
  lines?: number[] | undefined;
  /** Idempotency key: the same key is the same refund. */
  key?: string | undefined;
}

export interface RefundAnswer {
  id: number;
  attemptId: string;
  /** `requested`: the provider has not answered yet, the job goes on. */
  status: "requested" | "done" | "needs-person";
}

const longestReason = 200;

async function findByIdempotencyKey(ctx: Ctx, input: RefundInput): Promise<RefundAnswer | null> {
  if (input.key === undefined) return null;
  const [known] = await ctx.db.select().from(refunds).where(eq(refunds.key, input.key));
  if (known && (known.reason !== input.reason.trim() || known.amountHalalas !== input.amountHalalas))
    throw new Conflict(m.payments_refund_key_used({}, { locale: ctx.locale }));
  return known ?? null;
}

/** Amount that can still be refunded. Refunds waiting for a person count as refunded: their outcome is unknown. */
async function leftOf(ctx: Ctx, attempt: { id: string; amountHalalas: number }): Promise<number> {
  const [sum] = await ctx.db
    .select({ halalas: sql<number>`coalesce(sum(${refunds.amountHalalas}), 0)::int` })
    .from(refunds)
    .where(eq(refunds.attemptId, attempt.id));
  return attempt.amountHalalas - (sum?.halalas ?? 0);
}

async function request(ctx: Ctx, input: RefundInput): Promise<RefundAnswer> {
  const { locale } = ctx;
  const { orderId, amountHalalas, lines = [] } = input;
  const reason = input.reason.trim();
  // The lock makes refunds of one order wait for each other: together they never exceed what was paid.
  const locked = await lockOrder(ctx, { orderId });
  if (!locked) throw new NotFound(m.orders_not_found({}, { locale }));
  const same = await findByIdempotencyKey(ctx, input);
  if (same) return same;
  if (locked.order.status !== "paid" && locked.order.status !== "partially_refunded")
    throw new Conflict(m.payments_refund_not_paid({}, { locale }));
  if (reason === "" || reason.length > longestReason)
    throw new ValidationError({ reason: [m.payments_refund_reason_missing({}, { locale })] });
  const left = await leftOf(ctx, locked.attempt);
  if (!Number.isSafeInteger(amountHalalas) || amountHalalas <= 0 || amountHalalas > left)
    throw new ValidationError({
      amount: [m.payments_refund_above_left({ amount: decimalFromHalalas(Math.max(left, 0)) }, { locale })],
    });
  const confirmed = lines.length > 0 ? await readConfirmedRuns(ctx, orderId) : [];
  if (lines.some((runId) => !confirmed.includes(runId)))
    throw new ValidationError({ lines: [m.payments_refund_line_unknown({}, { locale })] });
  const [made] = await ctx.db
    .insert(refunds)
    .values({
      attemptId: locked.attempt.id,
      amountHalalas,
      reason,
      runIds: lines,
      key: input.key ?? null,
      createdAt: ctx.now(),
    })
    .returning();
  if (!made) throw new Error("A refund was not written");
  await audit(ctx, {
    action: "refund.requested",
    entity: "order",
    entityId: orderId,
    after: { refundId: made.id, amountHalalas, reason, runIds: lines },
    personal: personalReason(locked.order, reason),
  });
  return made;
}

/**
 * Refunds a paid order in full or in part at the provider; order, seats, credit note and mail follow. Resolves to the
 * state reached: the job retries when the provider does not respond. Never refunds more than was paid, however many
 * requests run at once. For `orders.refund` with a fresh sign-in. Throws Unauthenticated, Forbidden,
 * FreshSignInRequired, NotFound, Conflict (not paid), ValidationError (amount, reason, lines).
 */
export async function refundOrder(ctx: Ctx, input: RefundInput): Promise<RefundAnswer> {
  requirePermission(ctx, "orders.refund");
  requireFreshSignIn(ctx);
  const { id, attemptId } = await inTransaction(ctx, (ctx) => request(ctx, input));
  await processRefunds(ctx, attemptId);
  const [now] = await ctx.db.select({ status: refunds.status }).from(refunds).where(eq(refunds.id, id));
  return { id, attemptId, status: now?.status ?? "requested" };
}
