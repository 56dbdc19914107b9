import type { Locale } from "#i18n/locale.ts";
import { formatSar } from "#i18n/money.ts";
import { blocksOf } from "#platform/mail/blocks.ts";
import { named } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";

/** Amounts in SAR. */
export interface ApproverNoticeProps {
  kind: "refund-limit" | "run-price" | "free-seat" | "transfer";
  by: string;
  /** Of the run or the order; empty for the limit. */
  number: string;
  from: string;
  to: string;
  /** What it is worth, VAT included. */
  amount: string;
  /** The place in the portal. */
  url: string;
}

const sample: ApproverNoticeProps = {
  kind: "refund-limit",
  by: "Lina K.",
  number: "",
  from: "5000.00",
  to: "20000.00",
  amount: "0.00",
  url: "https://nama.example/staff/settings",
};

const messages = {
  "refund-limit": { subject: m.refunds_notice_limit_subject, text: m.refunds_notice_limit_text },
  "run-price": { subject: m.refunds_notice_price_subject, text: m.refunds_notice_price_text },
  "free-seat": { subject: m.refunds_notice_seat_subject, text: m.refunds_notice_seat_text },
  transfer: { subject: m.refunds_notice_transfer_subject, text: m.refunds_notice_transfer_text },
};

const inputOf = ({ by, number, from, to, amount }: ApproverNoticeProps, locale: Locale) => ({
  name: by,
  id: number,
  from: formatSar(from, locale),
  to: formatSar(to, locale),
  amount: formatSar(amount, locale),
});

export const approverNotice = mailTemplate<ApproverNoticeProps>({
  subject: (props, locale) => messages[props.kind].subject(inputOf(props, locale), { locale }),
  preview: (_props, locale) => m.refunds_notice_preview({}, { locale }),
  content: ({ props, locale }) => ({
    audience: "staff",
    heading: m.refunds_notice_heading({}, { locale }),
    blocks: blocksOf(
      {
        kind: "text",
        text: messages[props.kind].text({ ...inputOf(props, locale), name: named(props.by) }, { locale }),
      },
      { kind: "button", label: m.refunds_notice_open({}, { locale }), href: props.url },
      { kind: "text", quiet: true, text: m.refunds_notice_after({}, { locale }) },
    ),
    why: m.refunds_notice_why({}, { locale }),
  }),
  sample: { en: sample, ar: { ...sample, by: "لينا ك." } },
});
