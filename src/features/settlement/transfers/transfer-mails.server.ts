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
 * Queues an email with the bank details in the open transaction: how to pay the order (once, and once for each
 * `again`), or a reminder.
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

/** Queues the email that a first booking by transfer waits for approval; once, in the open transaction. */
export async function queueTransferReceived(ctx: Ctx, orderId: number): Promise<void> {
  const mail = await orderMailFor(ctx, orderId);
  const [order] = await ctx.db.select({ endsAt: orders.expiresAt }).from(orders).where(eq(orders.id, orderId));
  const props = { ...mail.props, endsAt: order?.endsAt.toISOString() ?? "" };
  await queueMail(ctx, { key: `transfer-received:${orderId}`, ...mail, template: "transfer-received", props });
}

/**
 * Queues the email that the seats of a transfer order were released, because no transfer arrived or the booking was not
 * approved; once, in the open transaction.
 */
export async function queueTransferEnded(ctx: Ctx, orderId: number, isUnapproved = false): Promise<void> {
  const mail = await orderMailFor(ctx, orderId);
  const props = { ...mail.props, isUnapproved };
  await queueMail(ctx, { key: `transfer-ended:${orderId}`, ...mail, template: "transfer-ended", props });
}

const daysAhead = [3, 0];
const fromTime = "08:00";

/**
 * Job: reminds buyers of open transfer orders three days before their last day and on that day, from eight in the
 * morning in Riyadh. The outbox refuses to send a reminder twice. Sends none on the day the order was opened.
 */
export async function remindTransfers(ctx: Ctx): Promise<void> {
  const bank = await transferSettings(ctx);
  const today = riyadhDate(ctx.now());
  if (!bank || riyadhTime(ctx.now()) < fromTime) return;
  const days = daysAhead.map((ahead) => addDays(today, ahead));
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
        inArray(payments.dueOn, days),
      ),
    )
    .orderBy(orders.id);
  for (const { orderId, dueOn, openedAt } of due) {
    if (dueOn === null || riyadhDate(openedAt) === today) continue;
    const terms = { dueOn, bank, again: `${dueOn}:${today}`, template: "transfer-reminder" } as const;
    await inTransaction(ctx, (ctx) => queueTransferMail(ctx, orderId, terms));
  }
}
