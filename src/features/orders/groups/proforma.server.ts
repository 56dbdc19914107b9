import { and, eq } from "drizzle-orm";
import { both, inBoth, sellerRows, type PartyRow } from "#features/invoices/parties.ts";
import { readSessions } from "#features/catalogue/schedule/sessions.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import type { Offer } from "#features/orders/quotes/quote-pdf.server.ts";
import { requireOwnOrder } from "#features/orders/own-order.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { payments } from "#features/payments/tables.server.ts";
import { sellerSettings, transferSettings } from "#features/settings/settings.server.ts";
import { riyadhDate } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { Conflict } from "#platform/errors.ts";
import type { MailAttachment } from "#platform/mail/templates.server.ts";
import { m } from "#messages";

/** How an order by transfer is called on its proforma; no number of the tax documents. */
export const proformaNumber = (orderId: number) => `PF-${orderId}`;

/** An order that waits for a transfer, as its proforma states it; null once it does not. */
async function readProforma(ctx: Ctx, orderId: number): Promise<Offer | null> {
  const [order] = await ctx.db.select().from(orders).where(eq(orders.id, orderId));
  const isOpen = and(eq(payments.orderId, orderId), eq(payments.method, "transfer"), eq(payments.status, "awaiting"));
  const [payment] = await ctx.db.select({ dueOn: payments.dueOn }).from(payments).where(isOpen);
  const bank = await transferSettings(ctx);
  if (order?.status !== "pending" || !payment?.dueOn || !bank) return null;
  const lines = await ctx.db
    .select({ line: orderLines, run: courseRuns })
    .from(orderLines)
    .innerJoin(courseRuns, eq(courseRuns.id, orderLines.runId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.id);
  const sessions = await readSessions(
    ctx,
    lines.map(({ run }) => run.id),
  );
  const { billing, invoiceRecipient: company } = order;
  const buyer: PartyRow[] = company
    ? [
        { text: company.name },
        { text: company.address },
        { label: m.orders_company_vat, value: company.vat_number },
        ...(company.purchase_order ? [{ label: m.invoicing_purchase_order, value: company.purchase_order }] : []),
      ]
    : [{ text: `${billing.first_name} ${billing.last_name}` }, { text: billing.address_1 }];
  const seller = await sellerSettings(ctx);
  return {
    title: m.groups_proforma_title,
    facts: [
      { label: m.groups_proforma_number, value: proformaNumber(orderId) },
      { label: m.quotes_issued, value: riyadhDate(order.createdAt) },
      { label: m.transfers_mail_due, value: payment.dueOn },
    ],
    parties: [
      { label: m.quotes_from, rows: sellerRows(seller) },
      { label: m.invoicing_invoice_buyer, rows: buyer },
      {
        label: m.transfers_mail_details,
        rows: [
          { en: bank.bankNameEng, ar: bank.bankNameAr },
          { label: m.transfers_mail_holder, value: bank.accountHolder },
          { label: m.transfers_mail_iban, value: bank.iban.replace(/(.{4})(?=.)/g, "$1 ") },
          { label: m.transfers_mail_reference, value: proformaNumber(orderId) },
        ],
      },
    ],
    notes: [
      both(m.groups_proforma_note),
      inBoth((locale) => m.groups_proforma_held({ date: payment.dueOn ?? "" }, { locale })),
    ],
    issuedAt: order.createdAt,
    taxPercent: order.taxPercent,
    seller,
    subTotalHalalas: order.subTotalHalalas,
    taxHalalas: order.taxHalalas,
    totalHalalas: order.totalHalalas,
    lines: lines.map(({ line, run }) => {
      const { qty, unitPriceHalalas, discountHalalas, discountPercent, discountCode } = line;
      const times = run.timesConfirmed ? (sessions.get(run.id) ?? []) : [];
      return {
        qty,
        unitPriceHalalas,
        discountHalalas,
        discountPercent,
        discountCode,
        course: {
          name_eng: line.nameEng,
          name_ar: line.nameAr,
          start_date: run.startDate,
          end_date: run.endDate,
          venue_eng: run.venueEng,
          venue_ar: run.venueAr,
          sessions: times.map(({ startsAt, endsAt }) => ({
            starts_at: startsAt.toISOString(),
            ends_at: endsAt.toISOString(),
          })),
        },
      };
    }),
  };
}

/**
 * The proforma of the caller's order that waits for a transfer, as PDF in both languages: no tax document. Throws
 * Unauthenticated, NotFound, Conflict (paid, over, or not by transfer).
 */
export async function proformaPdf(ctx: Ctx, { orderId }: { orderId: number }): Promise<Uint8Array> {
  await requireOwnOrder(ctx, orderId);
  const offer = await readProforma(ctx, orderId);
  if (!offer) throw new Conflict(m.groups_proforma_none({}, { locale: ctx.locale }));
  return drawn(offer, ctx.locale);
}

/** What draws is loaded when the first is asked for. */
async function drawn(offer: Offer, locale: Locale): Promise<Uint8Array> {
  const { offerPdf } = await import("#features/orders/quotes/quote-pdf.server.ts");
  return offerPdf(offer, locale);
}

/** The same for the buyer's mail about it; none once it is paid or over. */
export async function proformaAttachment(ctx: Ctx, orderId: number, locale: Locale): Promise<MailAttachment[]> {
  const offer = await readProforma(ctx, orderId);
  if (!offer) return [];
  const filename = `${proformaNumber(orderId)}.pdf`;
  return [{ filename, contentType: "application/pdf", content: () => drawn(offer, locale) }];
}
