import { randomUUID } from "node:crypto";
import { eq, sql, desc, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Ctx } from "#platform/context.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { payments } from "./tables.server.ts";

/**
 * Condition that joins an order with its payment for pages, emails and documents: the settled payment, else the newest.
 */
export function isShownPaymentSql(ctx: Ctx): SQL {
  const other = alias(payments, "other_payment");
  const shownId = ctx.db
    .select({ id: other.id })
    .from(other)
    .where(eq(other.orderId, orders.id))
    .orderBy(sql`${other.settledAt} is null`, desc(other.number))
    .limit(1);
  return eq(payments.id, shownId);
}

const firstCheckSeconds = 20;

/** The amount is in whole halalas. A transfer is due on the day `dueOn`, which ends at the instant `endsAt`. */
export type PaymentToOpen = { orderId: number; amountHalalas: number } & (
  | { method: "card" }
  | { method: "transfer"; dueOn: string; endsAt: Date }
);

/** Records that an order of 0.00 has nothing to pay. The caller has just written the order. */
export async function settleNothing(ctx: Ctx, orderId: number): Promise<void> {
  const now = ctx.now();
  const paid = { method: "none", status: "paid", amountHalalas: 0, currency: "SAR" } as const;
  await ctx.db
    .insert(payments)
    .values({ id: randomUUID(), orderId, ...paid, createdAt: now, updatedAt: now, settledAt: now });
}

/** Adds a payment to an order that the caller has locked or just written. Returns its id: for a card, the given_id. */
export async function openPayment(ctx: Ctx, payment: PaymentToOpen): Promise<string> {
  const { orderId, amountHalalas, method } = payment;
  const now = ctx.now();
  const id = randomUUID();
  const lastNumber = ctx.db
    .select({ number: sql`coalesce(max(${payments.number}), 0)` })
    .from(payments)
    .where(eq(payments.orderId, orderId));
  await ctx.db.insert(payments).values({
    id,
    orderId,
    number: sql`${lastNumber} + 1`,
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
