import { and, eq, inArray } from "drizzle-orm";
import { orders } from "#features/orders/tables.server.ts";
import { orderMailFor } from "#features/settlement/mails/order-mails.server.ts";
import { payments } from "#features/payments/tables.server.ts";
import { sellerSettings, transferSettings } from "#features/settings/settings.server.ts";
import type { TransferSettings } from "#features/settings/settings.ts";
import { addDays, riyadhDate, riyadhTime } from "#i18n/dates.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";

/**
 * Queues an email with the bank details in the open transaction: how to pay the order, or a reminder. Each template is
 * queued once per order, and once more for each value of `again`.
 */
export async function queueTransferMail(
  ctx: Ctx,
  orderId: number,
  {
    dueOn,
    bank,
    again,
    template = "transfer-requested",
  }: {
    dueOn: string;
    bank: TransferSettings;
    again?: string;
    template?: "transfer-requested" | "transfer-reminder";
  },
): Promise<void> {
  const { props, ...receiver } = await orderMailFor(ctx, orderId);
  const { bankNameEng, bankNameAr, accountHolder, iban } = bank;
  const { nameEng, nameAr } = await sellerSettings(ctx);
  const accountHolderAr = accountHolder === nameEng ? nameAr : null;
  await queueMail(ctx, {
    key: again === undefined ? `${template}:${orderId}` : `${template}:${orderId}:${again}`,
    ...receiver,
    template,
    props: { ...props, dueOn, bank: { bankNameEng, bankNameAr, accountHolder, iban, accountHolderAr } },
  });
}

/**
 * Queues an email, once per order, which says that a first booking by transfer waits for approval. Its template is
 * `transfer-received` because the booking was received; no money was. Needs an open transaction.
 */
export async function queueAwaitsApproval(ctx: Ctx, orderId: number): Promise<void> {
  const mail = await orderMailFor(ctx, orderId);
  const [order] = await ctx.db.select({ endsAt: orders.expiresAt }).from(orders).where(eq(orders.id, orderId));
  const props = { ...mail.props, endsAt: order?.endsAt.toISOString() ?? "" };
  await queueMail(ctx, { key: `transfer-received:${orderId}`, ...mail, template: "transfer-received", props });
}

/**
 * Queues an email, once per order, which says that the seats of a transfer order were released, because no transfer
 * arrived or the booking was not approved. Needs an open transaction.
 */
export async function queueTransferEnded(ctx: Ctx, orderId: number, { isUnapproved = false } = {}): Promise<void> {
  const mail = await orderMailFor(ctx, orderId);
  const props = { ...mail.props, isUnapproved };
  await queueMail(ctx, { key: `transfer-ended:${orderId}`, ...mail, template: "transfer-ended", props });
}

/** Days before the last day to pay on which reminders are sent. */
const reminderDays = [3, 0];
/** Reminders are sent from this time on, Riyadh time. */
const reminderTime = "08:00";

/**
 * Job: reminds buyers of open transfer orders three days before their last day to pay and on that day, from eight in
 * the morning in Riyadh. The outbox refuses to send a reminder twice. Sends no reminder on the day on which the order
 * was opened.
 */
export async function remindTransfers(ctx: Ctx): Promise<void> {
  const bank = await transferSettings(ctx);
  const today = riyadhDate(ctx.now());
  if (!bank || riyadhTime(ctx.now()) < reminderTime) return;
  const dueDays = reminderDays.map((daysBefore) => addDays(today, daysBefore));
  const due = await ctx.db
    .select({ orderId: orders.id, dueOn: payments.dueOn, openedAt: orders.createdAt })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(payments.method, "transfer"),
        eq(payments.status, "awaiting"),
        eq(orders.status, "pending"),
        eq(orders.awaitsApproval, false),
        inArray(payments.dueOn, dueDays),
      ),
    )
    .orderBy(orders.id);
  for (const { orderId, dueOn, openedAt } of due) {
    if (dueOn === null || riyadhDate(openedAt) === today) continue;
    const terms = { dueOn, bank, again: `${dueOn}:${today}`, template: "transfer-reminder" } as const;
    await inTransaction(ctx, (ctx) => queueTransferMail(ctx, orderId, terms));
  }
}
