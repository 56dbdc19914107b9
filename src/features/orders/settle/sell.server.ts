import { taxPercent } from "#features/settings/settings.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { queueAttendeeMails } from "#features/orders/seats/attendee-mails.server.ts";
import { moveOrder } from "#features/orders/move-order.server.ts";
import type { OrderStatus } from "#features/orders/order-states.ts";
import type { DocumentPayment } from "#features/invoices/document.ts";
import { issueInvoice } from "#features/invoices/issue.server.ts";
import { confirmSeats } from "#features/orders/seats/seats.server.ts";
import { queueOrderMail } from "./order-mails.server.ts";
import type { SaleState } from "#features/payments/payment-rules.ts";
import type { payments } from "#features/payments/tables.server.ts";
import type { Saleable } from "./saleable.server.ts";

export async function saleState(ctx: Ctx, saleable: Saleable): Promise<SaleState> {
  return { ...saleable, repriced: saleable.unitChanged || saleable.taxPercent !== (await taxPercent(ctx)) };
}

export const meansOf = ({
  method,
  cardScheme,
  cardMasked,
}: Pick<typeof payments.$inferSelect, "method" | "cardScheme" | "cardMasked">): DocumentPayment => ({
  cardScheme,
  cardMasked,
  ...(method === "transfer" && { method }),
});

/**
 * Makes an order paid, with seats, mails and invoice; `reason` says why where that is unusual. Order and runs are
 * locked, the seats free, and settled payments reach the total. Call it last: the next buyer waits for the invoice
 * number. Throws when the state table forbids it.
 */
export async function sellOrder(
  ctx: Ctx,
  order: { id: number; userId: string; status: OrderStatus },
  { reason, hasGuests, payment }: { reason: string | null; hasGuests: boolean; payment: DocumentPayment },
): Promise<void> {
  await moveOrder(ctx, order, "paid", reason);
  await confirmSeats(ctx, order.id);
  await queueOrderMail(ctx, "order-confirmed", order.id);
  if (hasGuests) await queueAttendeeMails(ctx, order.id);
  await issueInvoice(ctx, order.id, payment);
}
