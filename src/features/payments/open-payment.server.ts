import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import { payments } from "./tables.server.ts";

const firstCheckSeconds = 20;

/** Whole halalas. A transfer is due on the day `dueOn`, which ends at the instant `endsAt`. */
export type PaymentToOpen = { orderId: number; amountHalalas: number } & (
  | { method: "card" }
  | { method: "transfer"; dueOn: string; endsAt: Date }
);

/** Notes that there is nothing to pay for an order of 0.00 that the caller has just written. */
export async function settleNothing(ctx: Ctx, orderId: number): Promise<void> {
  const now = ctx.now();
  const paid = { method: "none", status: "paid", amountHalalas: 0, currency: "SAR" } as const;
  await ctx.db
    .insert(payments)
    .values({ id: randomUUID(), orderId, ...paid, createdAt: now, updatedAt: now, settledAt: now });
}

/** Adds a payment to an order the caller has locked or just written. Returns its id: the given_id of a card payment. */
export async function openPayment(ctx: Ctx, payment: PaymentToOpen): Promise<string> {
  const { orderId, amountHalalas, method } = payment;
  const now = ctx.now();
  const id = randomUUID();
  const before = ctx.db
    .select({ number: sql`coalesce(max(${payments.number}), 0)` })
    .from(payments)
    .where(eq(payments.orderId, orderId));
  await ctx.db.insert(payments).values({
    id,
    orderId,
    number: sql`${before} + 1`,
    method,
    amountHalalas,
    currency: "SAR",
    createdAt: now,
    updatedAt: now,
    ...(payment.method === "transfer"
      ? { status: "awaiting", dueOn: payment.dueOn, checkAt: payment.endsAt }
      : { checkAt: new Date(now.getTime() + firstCheckSeconds * 1000) }),
  });
  return id;
}
