import { creditReason } from "#features/invoices/document-labels.ts";
import type { Locale } from "#i18n/locale.ts";
import { formatSar } from "#i18n/money.ts";
import { blocksOf, type Fact } from "#platform/mail/blocks.ts";
import { named } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";

export interface RefundApprovalProps {
  orderId: number;
  /** SAR, VAT included. */
  amount: string;
  /** As `refund.reason`. */
  reason: string;
  askedBy: string;
  /** The order in the portal. */
  url: string;
}

export interface RefundDecisionProps extends RefundApprovalProps {
  approved: boolean;
  by: string;
  word: string | null;
}

const sample: RefundApprovalProps = {
  orderId: 1182,
  amount: "5520.00",
  reason: "cannot-attend",
  askedBy: "Lina K.",
  url: "https://nama.example/staff/orders/1182",
};
const sampleAr = { ...sample, askedBy: "لينا ك." };

const factsOf = (props: RefundApprovalProps, locale: Locale): Fact[] => [
  { label: m.refunds_mail_order({}, { locale }), value: String(props.orderId) },
  { label: m.refunds_mail_amount({}, { locale }), value: formatSar(props.amount, locale), strong: true },
  { label: m.refunds_mail_reason({}, { locale }), value: named(creditReason(props.reason, locale)) },
];

const inputOf = (props: RefundApprovalProps, locale: Locale) => ({
  amount: formatSar(props.amount, locale),
  id: String(props.orderId),
});

export const refundApproval = mailTemplate<RefundApprovalProps>({
  subject: (props, locale) => m.refunds_mail_ask_subject(inputOf(props, locale), { locale }),
  preview: (_props, locale) => m.refunds_mail_ask_preview({}, { locale }),
  content: ({ props, locale }) => ({
    audience: "staff",
    heading: m.refunds_mail_ask_heading({}, { locale }),
    blocks: blocksOf(
      {
        kind: "text",
        text: m.refunds_mail_ask_text({ ...inputOf(props, locale), name: named(props.askedBy) }, { locale }),
      },
      { kind: "facts", facts: factsOf(props, locale) },
      { kind: "button", label: m.refunds_mail_open({}, { locale }), href: props.url },
      { kind: "text", quiet: true, text: m.refunds_mail_ask_after({}, { locale }) },
    ),
    why: m.refunds_mail_ask_why({}, { locale }),
  }),
  sample: { en: sample, ar: sampleAr },
});

export const refundDecided = mailTemplate<RefundDecisionProps>({
  subject: (props, locale) =>
    (props.approved ? m.refunds_mail_agreed_subject : m.refunds_mail_declined_subject)(inputOf(props, locale), {
      locale,
    }),
  preview: ({ approved }, locale) =>
    (approved ? m.refunds_mail_agreed_preview : m.refunds_mail_declined_preview)({}, { locale }),
  content: ({ props, locale }) => ({
    audience: "staff",
    heading: (props.approved ? m.refunds_mail_agreed_heading : m.refunds_mail_declined_heading)({}, { locale }),
    blocks: blocksOf(
      {
        kind: "text",
        text: (props.approved ? m.refunds_mail_agreed_text : m.refunds_mail_declined_text)(
          { ...inputOf(props, locale), name: named(props.by) },
          { locale },
        ),
      },
      {
        kind: "facts",
        facts: [
          ...factsOf(props, locale),
          ...(props.word ? [{ label: m.refunds_mail_word({}, { locale }), value: named(props.word) }] : []),
        ],
      },
      { kind: "button", label: m.refunds_mail_open({}, { locale }), href: props.url },
    ),
    why: m.refunds_mail_decided_why({}, { locale }),
  }),
  sample: {
    en: { ...sample, approved: false, by: "Dr. Huda A.", word: "Please ask the hospital first." },
    ar: { ...sampleAr, approved: false, by: "د. هدى أ.", word: "يرجى سؤال المستشفى أولًا." },
  },
});
