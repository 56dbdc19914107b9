import { orderMailFor } from "#features/payments/order-mails.server.ts";
import type { TransferSettings } from "#features/settings/settings.ts";
import type { Ctx } from "#platform/context.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";

/** Queues the mail with the bank's details in the open transaction; once per order. */
export async function queueTransferMail(
  ctx: Ctx,
  orderId: number,
  { dueOn, bank }: { dueOn: string; bank: TransferSettings },
): Promise<void> {
  const template = "transfer-requested";
  const { props, ...receiver } = await orderMailFor(ctx, orderId);
  const { days: _days, ...account } = bank;
  await queueMail(ctx, {
    key: `${template}:${orderId}`,
    ...receiver,
    template,
    props: { ...props, dueOn, bank: account },
  });
}
