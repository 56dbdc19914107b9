import { isPaid } from "#features/orders/order-states.ts";
import { and, asc, eq, isNotNull } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { orders } from "#features/orders/tables.server.ts";
import { queueOrderMail } from "#features/settlement/mails/order-mails.server.ts";
import { payments, refunds } from "#features/payments/tables.server.ts";
import { transferSettings } from "#features/settings/settings.server.ts";
import { queueTransferMail } from "#features/settlement/transfers/transfer-mails.server.ts";
import { audit } from "#platform/audit.server.ts";
import { inTransaction, requirePermission, type Ctx } from "#platform/context.server.ts";
import { Conflict, NotFound } from "#platform/errors.ts";
import { consumeRateLimit } from "#platform/rate-limit.server.ts";
import { m } from "#messages";
import { defineTask } from "#features/staff/tasks/define.server.ts";
import { doEach } from "#features/staff/tasks/each-item.server.ts";
import { chosenNumbers } from "#features/staff/tasks/export.server.ts";
import { startTask } from "#features/staff/tasks/tasks.server.ts";

/** The mails of an order that can be sent again, with the documents as they are now. */
export const resendable = ["order-confirmed", "payment-refunded", "transfer-requested"] as const;
export type Resendable = (typeof resendable)[number];

export interface ResendInput {
  orderId: number;
  mail: Resendable;
  /** The refund that `payment-refunded` is about; by default the latest one. */
  refundId?: number | undefined;
  /** Idempotency key within the order: a repeated key sends no second mail. */
  key: string;
}

async function queueRefundMail(ctx: Ctx, { orderId, refundId }: ResendInput, again: string): Promise<boolean> {
  const isDoneRefund = and(eq(payments.orderId, orderId), eq(refunds.status, "done"), isNotNull(payments.settledAt));
  const refundRows = await ctx.db
    .select({ refund: refunds, method: payments.method })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(refundId === undefined ? isDoneRefund : and(isDoneRefund, eq(refunds.id, refundId)))
    .orderBy(asc(refunds.id));
  const latest = refundRows.at(-1);
  if (!latest) return false;
  const { id, reason, amountHalalas: refundedHalalas } = latest.refund;
  await queueOrderMail(ctx, "payment-refunded", orderId, {
    refundId: id,
    reason,
    refundedHalalas,
    method: latest.method,
    again,
  });
  return true;
}

async function queueBankMail(ctx: Ctx, orderId: number, again: string): Promise<boolean> {
  const { dueOn } = payments;
  const isAwaiting = and(eq(payments.orderId, orderId), eq(payments.status, "awaiting"));
  const [waiting] = await ctx.db.select({ dueOn }).from(payments).where(isAwaiting);
  const bank = await transferSettings(ctx);
  if (!waiting?.dueOn || !bank) return false;
  await queueTransferMail(ctx, orderId, { dueOn: waiting.dueOn, bank, again });
  return true;
}

/**
 * Sends a mail of an order to its buyer again, in the buyer's language. Limited to a few per hour for each order.
 * Throws NotFound, Conflict (the order has no such mail in its present state), RateLimited.
 */
export async function resendOrderMail(ctx: Ctx, input: ResendInput): Promise<void> {
  requirePermission(ctx, resendOrderMail.permission);
  const { orderId, mail, key } = input;
  const { locale } = ctx;
  const { status } = orders;
  const [order] = await ctx.db.select({ status }).from(orders).where(eq(orders.id, orderId));
  if (!order) throw new NotFound(m.orders_not_found({}, { locale }));
  await consumeRateLimit(ctx, "orderMailPerOrder", String(orderId));
  await inTransaction(ctx, async (ctx) => {
    const again = `again-${key}`;
    const hasMail =
      mail === "payment-refunded"
        ? await queueRefundMail(ctx, input, again)
        : mail === "transfer-requested"
          ? await queueBankMail(ctx, orderId, again)
          : isPaid(order);
    if (!hasMail) throw new Conflict(m.orders_no_such_mail({}, { locale }));
    if (mail === "order-confirmed") await queueOrderMail(ctx, "order-confirmed", orderId, { again });
    await audit(ctx, { action: "order.mail-resent", entity: "order", entityId: orderId, after: { mail } });
  });
}
resendOrderMail.permission = "orders.resend" as const;

export const resendManyFields = {
  order_ids: chosenNumbers(),
};
const input = z.object({ ...resendManyFields, key: z.uuid() });

/** Task: sends confirmation and documents of the chosen orders again, each in the language of its order. */
export const resendMany = defineTask<z.infer<typeof input>, number>({
  kind: "orders.resend",
  permission: "orders.resend",
  input,
  title: (_input, locale) => m.orders_resend_many({}, { locale }),
  total: async (_ctx, { order_ids: ids }) => ids.length,
  step: (ctx, { order_ids: items, key }, { cursor: from }) =>
    doEach(ctx, {
      items,
      from,
      atOnce: 10,
      name: (id) => `#${id}`,
      act: (ctx, orderId) => resendOrderMail(ctx, { orderId, mail: "order-confirmed", key }),
    }),
});

/**
 * Starts the task. Needs the permission `orders.resend`. Throws Unauthenticated, Forbidden, Conflict (ten tasks are
 * open).
 */
export async function startResending(ctx: Ctx, { order_ids }: { order_ids: number[] }): Promise<{ id: number }> {
  requirePermission(ctx, resendMany.permission);
  return startTask(ctx, resendMany, { order_ids, key: randomUUID() });
}
startResending.permission = resendMany.permission;
