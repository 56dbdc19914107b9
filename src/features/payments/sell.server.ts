import { eq } from "drizzle-orm";
import { taxPercent } from "#features/settings/settings.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { queueAttendeeMails } from "#features/enrolments/attendee-mails.server.ts";
import { moveOrder } from "#features/orders/move-order.server.ts";
import { issueInvoice } from "#features/invoicing/issue.server.ts";
import { confirmSeats } from "#features/enrolments/seats.server.ts";
import type { LockedOrder } from "./locked-order.server.ts";
import { queueOrderMail } from "./order-mails.server.ts";
import type { SaleState } from "./payment-rules.ts";
import type { ProviderPayment } from "./provider.ts";
import type { Saleable } from "./saleable.server.ts";
import { paymentAttempts } from "./tables.server.ts";

/** An order's runs and its tax rate as they are now. */
export async function saleState(ctx: Ctx, saleable: Saleable): Promise<SaleState> {
  return { ...saleable, repriced: saleable.unitChanged || saleable.taxPercent !== (await taxPercent(ctx)) };
}

/**
 * Makes an order paid, with its seats, mails and invoice; `reason` says why where that is unusual. The order and its runs are locked
 * and the seats free. Throws when the table of states does not allow it. The last of its transaction: the next buyer to pay
 * waits for this invoice's number.
 */
export async function sellOrder(
  ctx: Ctx,
  { order, attempt }: LockedOrder,
  payment: ProviderPayment,
  { reason, hasGuests }: { reason: string | null; hasGuests: boolean },
): Promise<void> {
  const { message, cardScheme, cardMasked } = payment;
  await moveOrder(ctx, order, "paid", reason);
  await ctx.db
    .update(paymentAttempts)
    .set({ status: "paid", message, cardScheme, cardMasked, updatedAt: ctx.now(), checkAt: null })
    .where(eq(paymentAttempts.id, attempt.id));
  await confirmSeats(ctx, order.id);
  await queueOrderMail(ctx, "order-confirmed", order.id);
  if (hasGuests) await queueAttendeeMails(ctx, order.id);
  await issueInvoice(ctx, order.id, { cardScheme, cardMasked });
}
