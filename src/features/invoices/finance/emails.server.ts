import { fullDate, monthAndYear } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { formatSar } from "#i18n/money.ts";
import { compactBlocks } from "#platform/mail/blocks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";

export interface MonthFiguresProps {
  /** `YYYY-MM`. */
  month: string;
  invoices: number;
  creditNotes: number;
  /** Amounts are decimal strings in SAR; those of credit notes are negative. */
  sales: string;
  salesTax: string;
  refunds: string;
  refundTax: string;
  tax: string;
  /** Last day to declare and pay the VAT, `YYYY-MM-DD`. */
  vatDueOn: string;
  /** Address of the month's page in the portal. */
  url: string;
}

const sample: MonthFiguresProps = {
  month: "2026-10",
  invoices: 31,
  creditNotes: 3,
  sales: "71450.00",
  salesTax: "10717.50",
  refunds: "-7000.00",
  refundTax: "-1050.00",
  tax: "9667.50",
  vatDueOn: "2026-11-30",
  url: "https://nama.example/staff/finance?month=2026-10",
};

const toFacts = (props: MonthFiguresProps, locale: Locale) => {
  const sar = (amount: string) => formatSar(amount, locale);
  return [
    { label: m.finance_column_invoices({}, { locale }), value: String(props.invoices) },
    { label: m.finance_mail_sales({}, { locale }), value: sar(props.sales) },
    { label: m.finance_mail_sales_vat({}, { locale }), value: sar(props.salesTax) },
    { label: m.finance_column_notes({}, { locale }), value: String(props.creditNotes) },
    { label: m.finance_mail_refunds({}, { locale }), value: sar(props.refunds) },
    { label: m.finance_mail_refunds_vat({}, { locale }), value: sar(props.refundTax) },
    { label: m.finance_vat_due({}, { locale }), value: sar(props.tax), strong: true },
    { label: m.finance_mail_due_on({}, { locale }), value: fullDate(props.vatDueOn, locale) },
  ];
};

/** Email to the accountant with the figures of a month, sent once a month. */
export const monthFigures = mailTemplate<MonthFiguresProps>({
  subject: ({ month }, locale) => m.finance_mail_subject({ month: monthAndYear(month, locale) }, { locale }),
  preview: ({ tax }, locale) => m.finance_mail_preview({ amount: formatSar(tax, locale) }, { locale }),
  content: ({ props, locale }) => ({
    audience: "staff",
    heading: m.finance_mail_subject({ month: monthAndYear(props.month, locale) }, { locale }),
    blocks: compactBlocks(
      { kind: "text", text: m.finance_mail_text({}, { locale }) },
      { kind: "facts", facts: toFacts(props, locale) },
      { kind: "button", label: m.finance_mail_open({}, { locale }), href: props.url },
      { kind: "text", quiet: true, text: m.finance_mail_after({}, { locale }) },
    ),
    why: m.finance_mail_why({}, { locale }),
  }),
  sample: { en: sample, ar: sample },
});
