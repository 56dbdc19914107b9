import type { ApproverNotice } from "#features/settings/approver-notices.server.ts";
import { fitSubject, shortName } from "#features/catalogue/schedule/mail-course.ts";
import { creditReason } from "#features/invoices/document-labels.ts";
import type { ChangeReason } from "#features/seats/run-notices.server.ts";
import { fullDate, weekdayRange } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { formatSar } from "#i18n/money.ts";
import { compactBlocks, type Fact } from "#platform/mail/blocks.ts";
import { isolateText } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";

export interface ApprovalProps {
  /** SAR, VAT included. */
  amount: string;
  askedBy: string;
  /** Page of the order or the run in the portal. */
  url: string;
}
export interface RefundProps extends ApprovalProps {
  orderId: number;
  /** A code or free text, as in `refund.reason`. */
  reason: string;
  /** For a decision about several orders: the refund of each. `amount` is their sum. */
  parts?: { orderId: number; amount: string }[];
}
export interface CancellationProps extends ApprovalProps {
  course: { name_eng: string; name_ar: string | null };
  start_date: string;
  end_date: string;
  reason: ChangeReason | null;
}
interface DecisionProps {
  approved: boolean;
  by: string;
  /** Comment of the second person. */
  word: string | null;
}

type Message<Inputs> = (inputs: Inputs, options: { locale: Locale }) => string;
interface MailTexts<Subject, Text> {
  subject: Message<Subject>;
  preview: Message<Record<never, never>>;
  heading: Message<Record<never, never>>;
  text: Message<Text & { name: string }>;
}

interface ApprovalMails<Props extends ApprovalProps, Subject, Text> {
  request: MailTexts<Subject, Text>;
  approved: MailTexts<Subject, Text>;
  declined: MailTexts<Subject, Text>;
  meanwhile: Message<Record<never, never>>;
  open: Message<Record<never, never>>;
  whyDecided: Message<Record<never, never>>;
  subject(formatSubject: Message<Subject>, props: Props, locale: Locale): string;
  inputs(props: Props, locale: Locale): Text;
  /** `willRefund`: whether the amount will be refunded. */
  facts(props: Props, locale: Locale, willRefund: boolean): Fact[];
  /** Builds a sentence that is shown below the facts, or null. */
  note?(props: Props, locale: Locale): string | null;
  sample: Record<Locale, Props & DecisionProps>;
}

/** Builds the email to those who may approve, and the one to the colleague who made the request. */
function buildApprovalMails<Props extends ApprovalProps, Subject, Text>(mails: ApprovalMails<Props, Subject, Text>) {
  const { request, subject, inputs, facts, open, sample } = mails;
  const toNoteBlock = (props: Props, locale: Locale) => {
    const text = mails.note?.(props, locale) ?? null;
    return text === null ? null : ({ kind: "text", text } as const);
  };
  const selectDecisionTexts = ({ approved }: DecisionProps) => (approved ? mails.approved : mails.declined);
  return {
    request: mailTemplate<Props>({
      subject: (props, locale) => subject(request.subject, props, locale),
      preview: (_props, locale) => request.preview({}, { locale }),
      content: ({ props, locale }) => ({
        audience: "staff",
        heading: request.heading({}, { locale }),
        blocks: compactBlocks(
          {
            kind: "text",
            text: request.text({ ...inputs(props, locale), name: isolateText(props.askedBy) }, { locale }),
          },
          { kind: "facts", facts: facts(props, locale, true) },
          toNoteBlock(props, locale),
          { kind: "button", label: open({}, { locale }), href: props.url },
          { kind: "text", quiet: true, text: mails.meanwhile({}, { locale }) },
        ),
        why: m.refunds_mail_ask_why({}, { locale }),
      }),
      sample,
    }),
    decision: mailTemplate<Props & DecisionProps>({
      subject: (props, locale) => subject(selectDecisionTexts(props).subject, props, locale),
      preview: (props, locale) => selectDecisionTexts(props).preview({}, { locale }),
      content: ({ props, locale }) => {
        const { heading, text } = selectDecisionTexts(props);
        const comment = props.word
          ? [{ label: m.refunds_mail_word({}, { locale }), value: isolateText(props.word) }]
          : [];
        return {
          audience: "staff",
          heading: heading({}, { locale }),
          blocks: compactBlocks(
            { kind: "text", text: text({ ...inputs(props, locale), name: isolateText(props.by) }, { locale }) },
            { kind: "facts", facts: [...facts(props, locale, props.approved), ...comment] },
            toNoteBlock(props, locale),
            { kind: "button", label: open({}, { locale }), href: props.url },
          ),
          why: mails.whyDecided({}, { locale }),
        };
      },
      sample,
    }),
  };
}

const buildRefundInputs = ({ amount, orderId }: RefundProps, locale: Locale) => ({
  amount: formatSar(amount, locale),
  id: String(orderId),
});
const refundSample = {
  orderId: 1182,
  amount: "5520.00",
  reason: "cannot-attend",
  url: "https://nama.example/staff/orders/1182",
  approved: false,
};

export const { request: refundApproval, decision: refundDecided } = buildApprovalMails({
  request: {
    subject: m.refunds_mail_ask_subject,
    preview: m.refunds_mail_ask_preview,
    heading: m.refunds_mail_ask_heading,
    text: m.refunds_mail_ask_text,
  },
  approved: {
    subject: m.refunds_mail_agreed_subject,
    preview: m.refunds_mail_agreed_preview,
    heading: m.refunds_mail_agreed_heading,
    text: m.refunds_mail_agreed_text,
  },
  declined: {
    subject: m.refunds_mail_declined_subject,
    preview: m.refunds_mail_declined_preview,
    heading: m.refunds_mail_declined_heading,
    text: m.refunds_mail_declined_text,
  },
  meanwhile: m.refunds_mail_ask_after,
  open: m.refunds_mail_open,
  whyDecided: m.refunds_mail_decided_why,
  note: ({ parts = [] }, locale) =>
    parts.length > 1 ? m.refunds_mail_together({ count: parts.length }, { locale }) : null,
  subject: (formatSubject, props, locale) => formatSubject(buildRefundInputs(props, locale), { locale }),
  inputs: buildRefundInputs,
  facts: ({ orderId, amount, reason, parts }, locale) => [
    ...(parts
      ? parts.map((part) => ({
          label: m.common_order_number({ id: String(part.orderId) }, { locale }),
          value: formatSar(part.amount, locale),
        }))
      : [{ label: m.common_order({}, { locale }), value: String(orderId) }]),
    { label: m.refunds_mail_amount({}, { locale }), value: formatSar(amount, locale), strong: true },
    { label: m.common_reason({}, { locale }), value: isolateText(creditReason(reason, locale)) },
  ],
  sample: {
    en: { ...refundSample, askedBy: "Lina K.", by: "Dr. Huda A.", word: "Please ask the hospital first." },
    ar: { ...refundSample, askedBy: "لينا ك.", by: "د. هدى أ.", word: "يرجى سؤال المستشفى أولًا." },
  },
});

const cancellationSample = {
  course: { name_eng: "Patient safety essentials", name_ar: "أساسيات سلامة المرضى" },
  start_date: "2026-12-06",
  end_date: "2026-12-08",
  amount: "24840.00",
  reason: { eng: "Not enough people registered", ar: "عدد المسجلين غير كافٍ" },
  url: "https://nama.example/staff/runs/31",
  approved: false,
};

export const { request: runCancelApproval, decision: runCancelDecided } = buildApprovalMails({
  request: {
    subject: m.runchanges_mail_ask_subject,
    preview: m.runchanges_mail_ask_preview,
    heading: m.runchanges_mail_ask_heading,
    text: m.runchanges_mail_ask_text,
  },
  approved: {
    subject: m.runchanges_mail_agreed_subject,
    preview: m.runchanges_mail_agreed_preview,
    heading: m.runchanges_mail_agreed_heading,
    text: m.runchanges_mail_agreed_text,
  },
  declined: {
    subject: m.runchanges_mail_declined_subject,
    preview: m.runchanges_mail_declined_preview,
    heading: m.runchanges_mail_declined_heading,
    text: m.runchanges_mail_declined_text,
  },
  meanwhile: m.runchanges_mail_ask_after,
  open: m.runchanges_mail_open,
  whyDecided: m.runchanges_mail_decided_why,
  subject: (formatSubject, { course, start_date }: CancellationProps, locale) =>
    fitSubject(shortName(course, locale), (text) =>
      formatSubject({ course: text, date: fullDate(start_date, locale) }, { locale }),
    ),
  inputs: () => ({}),
  facts: ({ course, start_date, end_date, amount, reason }, locale, willRefund) => {
    const name = locale === "ar" ? (course.name_ar ?? course.name_eng) : course.name_eng;
    const why = reason && (locale === "ar" ? (reason.ar ?? reason.eng) : (reason.eng ?? reason.ar));
    const amountFact = {
      label: m.runchanges_mail_amount({}, { locale }),
      value: formatSar(amount, locale),
      strong: true,
    };
    return [
      { label: m.common_course({}, { locale }), value: isolateText(name) },
      { label: m.common_dates({}, { locale }), value: weekdayRange(start_date, end_date, locale) },
      ...(willRefund ? [amountFact] : []),
      ...(why ? [{ label: m.common_reason({}, { locale }), value: isolateText(why) }] : []),
    ];
  },
  sample: {
    en: { ...cancellationSample, askedBy: "Reem S.", by: "Dr. Huda A.", word: "Let us wait until Sunday." },
    ar: { ...cancellationSample, askedBy: "ريم س.", by: "د. هدى أ.", word: "لننتظر حتى يوم الأحد." },
  },
});

/** Amounts in SAR. */
interface ApproverNoticeProps {
  kind: ApproverNotice["kind"];
  by: string;
  /** The order's number, the discount's code, or course and dates of the run; empty for the limit. */
  number: string;
  from: string;
  to: string;
  /** Value of the action, VAT included. */
  amount: string;
  /** Page of the record in the portal. */
  url: string;
}

const noticeSample: ApproverNoticeProps = {
  kind: "refund-limit",
  by: "Lina K.",
  number: "",
  from: "5000.00",
  to: "20000.00",
  amount: "0.00",
  url: "https://nama.example/staff/settings",
};

type NoticeText = (
  inputs: { name: string; id: string; from: string; to: string; amount: string },
  options: { locale: Locale },
) => string;

const notices: Record<ApproverNoticeProps["kind"], { subject: NoticeText; text: NoticeText }> = {
  "refund-limit": { subject: m.refunds_notice_limit_subject, text: m.refunds_notice_limit_text },
  "run-price": { subject: m.refunds_notice_price_subject, text: m.refunds_notice_price_text },
  "group-price": { subject: m.refunds_notice_group_subject, text: m.refunds_notice_group_text },
  discount: { subject: m.refunds_notice_discount_subject, text: m.refunds_notice_discount_text },
  exception: { subject: m.refunds_notice_exception_subject, text: m.refunds_notice_exception_text },
  "kept-value": { subject: m.refunds_notice_kept_subject, text: m.refunds_notice_kept_text },
  "free-seat": { subject: m.refunds_notice_seat_subject, text: m.refunds_notice_seat_text },
  transfer: { subject: m.refunds_notice_transfer_subject, text: m.refunds_notice_transfer_text },
};

const buildNoticeInputs = ({ by, number, from, to, amount }: ApproverNoticeProps, locale: Locale) => ({
  name: by,
  id: number,
  from: formatSar(from, locale),
  to: formatSar(to, locale),
  amount: formatSar(amount, locale),
});

export const approverNotice = mailTemplate<ApproverNoticeProps>({
  subject: (props, locale) => notices[props.kind].subject(buildNoticeInputs(props, locale), { locale }),
  preview: (_props, locale) => m.refunds_notice_preview({}, { locale }),
  content: ({ props, locale }) => ({
    audience: "staff",
    heading: m.refunds_notice_heading({}, { locale }),
    blocks: compactBlocks(
      {
        kind: "text",
        text: notices[props.kind].text(
          { ...buildNoticeInputs(props, locale), name: isolateText(props.by), id: isolateText(props.number) },
          { locale },
        ),
      },
      { kind: "button", label: m.refunds_notice_open({}, { locale }), href: props.url },
      { kind: "text", quiet: true, text: m.refunds_notice_after({}, { locale }) },
    ),
    why: m.refunds_notice_why({}, { locale }),
  }),
  sample: { en: noticeSample, ar: { ...noticeSample, by: "لينا ك." } },
});
