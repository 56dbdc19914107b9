import { orderMailFor } from "#features/payments/order-mails.server.ts";
import type { TransferSettings } from "#features/settings/settings.ts";
import type { Ctx } from "#platform/context.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";

/** Writes the mail with the bank's details to the outbox, inside the transaction that opens the order; once per order. */
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
