import { sql, type SQL } from "drizzle-orm";
import { sellerSettings, taxPercent } from "#features/settings/settings.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { inOrder } from "#platform/db/in-order.server.ts";
import { mailStatement, mailWritten } from "#platform/mail/outbox.server.ts";
import { queueAttendeeMails } from "./attendee-mails.server.ts";
import { lockedOrder, orderLock, type LockedOrder, type OrderLockRow } from "./locked-order.server.ts";
import { orderMail, readOrderMail, type OrderMailRow } from "./order-mails.server.ts";
import { mayMove } from "./order-states.ts";
import { readOrderFacts, writeInvoice, type OrderFacts } from "./papers/issue.server.ts";
import { takeNumber, type TakenNumber } from "./papers/write-document.server.ts";
import type { SaleState } from "./payment-rules.ts";
import type { ProviderPayment } from "./payments/provider.ts";
import { lockRunsForSale, readSaleable, type Saleable } from "./seats.server.ts";

/** What a sale needs to know, read under its locks. */
export interface SaleFacts {
  saleable: Saleable;
  mail: OrderMailRow;
  invoice: OrderFacts;
}

/** Locks an attempt's order, then its runs, until the transaction ends, and reads what a sale needs. Both null when there is no such attempt. */
export async function lockForSale(ctx: Ctx, attemptId: string): Promise<{ locked: LockedOrder | null; sale: SaleFacts | null }> {
  const itsOrder = sql`o.id = (select order_id from payment_attempt where id = ${attemptId})`;
  const [order, , [saleable], [mail], [invoice]] = await inOrder<[OrderLockRow, unknown, Saleable, OrderMailRow, OrderFacts]>(ctx, [
    orderLock({ attemptId }),
    lockRunsForSale(attemptId),
    readSaleable(ctx, attemptId),
    readOrderMail(itsOrder),
    readOrderFacts(itsOrder),
  ]);
  return { locked: lockedOrder(order), sale: saleable && mail && invoice ? { saleable, mail, invoice } : null };
}

/** An order's runs and its tax rate as they are now. */
export async function saleState(ctx: Ctx, saleable: Saleable): Promise<SaleState> {
  return { ...saleable, repriced: saleable.unitChanged || saleable.taxPercent !== (await taxPercent(ctx)) };
}

/** Order, attempt, seats and people in one statement: others wait for these runs. */
const saleStatement = (ctx: Ctx, { order, attempt }: LockedOrder, payment: ProviderPayment, reason: string | null): SQL => sql`
  with moved as (update "order" set status = 'paid', reason = ${reason}, paid_at = ${ctx.now().toISOString()} where id = ${order.id}),
    noted as (update payment_attempt set status = 'paid', message = ${payment.message}, card_scheme = ${payment.cardScheme}, card_masked = ${payment.cardMasked},
      updated_at = ${ctx.now().toISOString()}, check_at = null where id = ${attempt.id}),
    sold as (update seat_hold set state = 'sold' where order_id = ${order.id} and state <> 'sold' returning run_id, qty),
    booked as (update attendee set state = 'booked' where order_id = ${order.id})
  update course_run r set seats_sold = seats_sold + sold.qty from sold where r.id = sold.run_id`;

/**
 * Makes an order paid, with its mails and its invoice. The order and its runs are locked and the seats free. Throws when the table of states does
 * not allow it. The last of its transaction: whoever is paid for next waits for this invoice's number.
 */
export async function sellOrder(ctx: Ctx, locked: LockedOrder, payment: ProviderPayment, { saleable, mail, invoice }: SaleFacts, reason: string | null): Promise<void> {
  const { order } = locked;
  if (!mayMove(order.status, "paid")) throw new Error(`Order ${order.id} may not go from ${order.status} to paid`);
  if (invoice.invoiceId !== null) throw new Error(`Order ${order.id} is not paid and has an invoice`);
  const confirmation = mailStatement(ctx, orderMail(ctx, "order-confirmed", mail, reason === null ? {} : { reason }, payment));
  const seller = await sellerSettings(ctx);
  const sale = [saleStatement(ctx, locked, payment, reason), ...(confirmation ? [confirmation] : [])];
  if (saleable.guests) {
    await inOrder(ctx, sale.splice(0));
    await queueAttendeeMails(ctx, order.id);
  }
  const answers = await inOrder<TakenNumber[]>(ctx, [...sale, takeNumber("invoice")]);
  if (confirmation) mailWritten(ctx);
  await writeInvoice(ctx, invoice, seller, answers.at(-1) ?? [], payment);
}
