import { both, inBoth, type PartyRow } from "#platform/pdf/bilingual.ts";
import { sellerRows } from "#features/invoices/parties.ts";
import { offerPdf, type Offer } from "./quote-pdf.server.ts";
import type { OrderTotals } from "#features/orders/pricing.ts";
import type { TransferSettings } from "#features/settings/settings.ts";
import { riyadhDate } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import { proformaNumber } from "./proforma-number.ts";

/** An order that waits for a transfer, as shown on its proforma. */
export interface Proforma extends OrderTotals, Pick<Offer, "issuedAt" | "taxPercent" | "seller" | "lines"> {
  orderId: number;
  /** Last day to pay, `YYYY-MM-DD`. */
  dueOn: string;
  bank: TransferSettings;
  buyer: { name: string; address: string; vat_number?: string; purchase_order?: string | null | undefined };
}

/** Renders a tagged A4 PDF in both languages; `locale` is for its title. */
export function proformaPdf({ orderId, dueOn, bank, buyer, ...totals }: Proforma, locale: Locale): Promise<Uint8Array> {
  const buyerRows: PartyRow[] = [
    { text: buyer.name },
    ...(buyer.address ? [{ text: buyer.address }] : []),
    ...(buyer.vat_number ? [{ label: m.common_vat_number, value: buyer.vat_number }] : []),
    ...(buyer.purchase_order ? [{ label: m.invoicing_purchase_order, value: buyer.purchase_order }] : []),
  ];
  const offer: Offer = {
    ...totals,
    title: m.groups_proforma_title,
    facts: [
      { label: m.groups_proforma_number, value: proformaNumber(orderId) },
      { label: m.common_date, value: riyadhDate(totals.issuedAt) },
      { label: m.transfers_mail_due, value: dueOn },
    ],
    parties: [
      { label: m.quotes_from, rows: sellerRows(totals.seller) },
      { label: m.invoicing_invoice_buyer, rows: buyerRows },
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
    notes: [both(m.groups_proforma_note), inBoth((locale) => m.groups_proforma_held({ date: dueOn }, { locale }))],
  };
  return offerPdf(offer, locale);
}
