import { orderMailFor } from "#features/orders/settle/order-mails.server.ts";
import { sellerSettings } from "#features/settings/settings.server.ts";
import type { TransferSettings } from "#features/settings/settings.ts";
import type { Ctx } from "#platform/context.server.ts";
import { queueMail } from "#platform/mail/outbox.server.ts";

/** Queues the mail with the bank's details in the open transaction; once per order, and once for each `again`. */
export async function queueTransferMail(
  ctx: Ctx,
  orderId: number,
  { dueOn, bank, again }: { dueOn: string; bank: TransferSettings; again?: string },
): Promise<void> {
  const template = "transfer-requested";
  const { props, ...receiver } = await orderMailFor(ctx, orderId);
  const { days: _days, ...account } = bank;
  const { nameEng, nameAr } = await sellerSettings(ctx);
  const accountHolderAr = account.accountHolder === nameEng ? nameAr : null;
  await queueMail(ctx, {
    key: again === undefined ? `${template}:${orderId}` : `${template}:${orderId}:${again}`,
    ...receiver,
    template,
    props: { ...props, dueOn, bank: { ...account, accountHolderAr } },
  });
}
