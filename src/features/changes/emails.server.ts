import { documentAttachment } from "#features/invoices/documents/documents.server.ts";
import {
  attachedBlock,
  bringBlocks,
  courseBlock,
  courseName,
  formatRunDates,
  fitSubject,
  sampleCourse,
  sampleSessions,
  shortName,
  type MailedCourse,
  type MailedRun,
} from "#features/catalogue/schedule/mail-course.ts";
import { yourCard, type MailedCard } from "#features/settlement/mails/mail-card.ts";
import { followsBlock } from "#features/settlement/mails/emails.server.tsx";
import {
  calendarAttachment,
  lostSeatAttachment,
  runCalendarName,
} from "#features/seats/calendar-attachments.server.ts";
import { fullDate, unbroken, weekdayRange } from "#i18n/dates.ts";
import { givenName } from "#i18n/given-name.ts";
import type { Locale } from "#i18n/locale.ts";
import { formatSar } from "#i18n/money.ts";
import { compactBlocks, type Fact } from "#platform/mail/blocks.ts";
import { isolateText, strong } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";
import type { ChangeKind } from "./tables.server.ts";

export interface SeatMovedProps {
  orderId: number;
  /** The run that the seats were moved to. */
  runId: number;
  /** The run that the seats were moved from. */
  fromRunId: number;
  name: string;
  buyer: string;
  isBuyer: boolean;
  seats: number;
  course: MailedCourse;
  before: MailedRun;
  now: MailedRun;
  orderUrl: string;
  ticketUrl?: string;
  /** What the buyer paid for the move, in SAR with VAT; only in the buyer's email. */
  paid?: string;
  /** What the buyer gets refunded for the move, in SAR with VAT; only in the buyer's email. */
  back?: string;
  /** The order that paid the price difference; its invoice is attached. */
  paymentOrderId: number | null;
  /** Whether that invoice is not attached but mailed later, because the tax authority has to clear it first. */
  documentFollows?: boolean;
}

const movedSample: SeatMovedProps = {
  orderId: 1182,
  runId: 14,
  fromRunId: 12,
  name: "Sara Nasser",
  buyer: "Sara Nasser",
  isBuyer: true,
  seats: 1,
  course: sampleCourse,
  before: sampleCourse,
  now: { ...sampleCourse, start_date: "2027-02-14", end_date: "2027-02-16", sessions: sampleSessions("2027-02-14", 3) },
  orderUrl: "https://nama.example/my-courses/1182",
  ticketUrl: "https://nama.example/ticket/AAAAKmq4y0vD8Yh2Zk1tQwXbN7s",
  paid: "345.00",
  paymentOrderId: 1190,
};
const arabicSample = { name: "سارة ناصر", orderUrl: "https://nama.example/ar/my-courses/1182" };

/** Email to each attendee of moved seats and to the buyer. */
export const seatMoved = mailTemplate<SeatMovedProps>({
  subject: ({ course, seats }, locale) =>
    fitSubject(shortName(course, locale), (text) =>
      m.changes_mail_moved_subject({ course: text, count: seats }, { locale }),
    ),
  preview: ({ now }, locale) => m.changes_mail_moved_preview({ dates: formatRunDates(now, locale) }, { locale }),
  content: ({ props, locale, files }) => {
    const { course, before, now, seats, isBuyer, paid, back } = props;
    const name = isolateText(givenName(props.name));
    const facts: Fact[] = [
      { label: m.enrolments_mail_moved_before({}, { locale }), value: formatRunDates(before, locale) },
      ...(paid ? [{ label: m.changes_mail_moved_paid({}, { locale }), value: formatSar(paid, locale) }] : []),
      ...(back ? [{ label: m.changes_mail_moved_back({}, { locale }), value: formatSar(back, locale) }] : []),
    ];
    return {
      seal: "moved",
      ...(isBuyer && { eyebrow: m.common_order_number({ id: String(props.orderId) }, { locale }) }),
      heading: m.changes_mail_moved_heading({ count: seats }, { locale }),
      blocks: compactBlocks(
        {
          kind: "text",
          text: isBuyer
            ? m.changes_mail_moved_text_buyer({ name, count: seats }, { locale })
            : m.changes_mail_moved_text({ name, buyer: isolateText(props.buyer) }, { locale }),
        },
        { kind: "courses", courses: [courseBlock(course, now, locale)] },
        { kind: "facts", facts },
        props.ticketUrl !== undefined && {
          kind: "button",
          label: m.enrolments_mail_place_ticket({}, { locale }),
          href: props.ticketUrl,
        },
        isBuyer && {
          kind: "button",
          label: m.notices_view_order({}, { locale }),
          href: props.orderUrl,
          tone: props.ticketUrl === undefined ? "primary" : "outlined",
        },
        { kind: "text", text: m.changes_mail_moved_old({ count: seats }, { locale }) },
        followsBlock(props, files, m.notices_invoice_follows({}, { locale })),
        ...bringBlocks([{ ...course, ...now }], locale),
        attachedBlock(
          files,
          (filename) =>
            filename === runCalendarName(props.fromRunId)
              ? m.changes_mail_moved_removes({}, { locale })
              : m.changes_mail_moved_adds({}, { locale }),
          locale,
        ),
      ),
      why: isBuyer
        ? m.notices_why_order({ id: String(props.orderId) }, { locale })
        : m.enrolments_mail_why_place({ buyer: isolateText(props.buyer) }, { locale }),
    };
  },
  attachments: async (ctx, { orderId, runId, fromRunId, isBuyer, paymentOrderId }, locale) => [
    ...(isBuyer && paymentOrderId !== null
      ? await documentAttachment(ctx, paymentOrderId, locale, ({ kind }) => kind === "invoice")
      : []),
    ...(await calendarAttachment(ctx, orderId, locale, runId)),
    ...(await lostSeatAttachment(ctx, { orderId, runId: fromRunId }, locale)),
  ],
  sample: { en: movedSample, ar: { ...movedSample, ...arabicSample } },
});

export interface ChangeMailProps {
  orderId: number;
  name: string;
  kind: ChangeKind;
  seats: number;
  course: MailedCourse;
  run: MailedRun;
  /** The dates of the requested run. */
  to: { start_date: string; end_date: string } | null;
  /** Refund in SAR with VAT; `0.00` for none. */
  amount: string;
  /** Whether a person refunds by bank transfer. Otherwise the card provider refunds. */
  byHand: boolean;
  card: MailedCard;
  /** Message that the buyer wrote with the request. */
  message: string | null;
  /** Last day on which the value of the cancelled seats can book another date; null when no value is kept. */
  keptUntil: string | null;
  orderUrl: string;
  /** Whether staff agreed; only in the email about a decision. */
  agreed?: boolean;
  /** What staff wrote: the reason of their decision, or their question. */
  answer?: string;
}

const sample: ChangeMailProps = {
  orderId: 1182,
  name: "Sara Nasser",
  kind: "cancel",
  seats: 1,
  course: sampleCourse,
  run: sampleCourse,
  to: null,
  amount: "2760.00",
  byHand: false,
  card: { scheme: "mada", masked: "5297-41XX-XXXX-1010" },
  message: null,
  keptUntil: null,
  orderUrl: "https://nama.example/my-courses/1182",
};
const samples = (props: Partial<ChangeMailProps>, arabicProps: Partial<ChangeMailProps> = {}) => ({
  en: { ...sample, ...props },
  ar: { ...sample, ...arabicSample, ...props, ...arabicProps },
});

const hasAmount = ({ amount }: ChangeMailProps) => amount !== "0.00";
const formatRefundTarget = ({ byHand, card }: ChangeMailProps, locale: Locale) =>
  byHand ? m.notices_your_account({}, { locale }) : yourCard(card, locale);
const eyebrow = ({ orderId }: ChangeMailProps, locale: Locale) =>
  m.common_order_number({ id: String(orderId) }, { locale });
const orderButton = ({ orderUrl: href }: ChangeMailProps, locale: Locale) =>
  ({ kind: "button", label: m.notices_view_order({}, { locale }), href }) as const;
const why = ({ orderId }: ChangeMailProps, locale: Locale) => m.notices_why_order({ id: String(orderId) }, { locale });

/** Email to the buyer after a cancellation by the policy. The credit note comes with the refund's own email. */
export const changeCancelled = mailTemplate<ChangeMailProps>({
  subject: ({ course, seats }, locale) =>
    fitSubject(shortName(course, locale), (text) =>
      m.changes_mail_cancelled_subject({ course: text, count: seats }, { locale }),
    ),
  preview: ({ amount }, locale) => m.changes_mail_cancelled_preview({ amount: formatSar(amount, locale) }, { locale }),
  content: ({ props, locale }) => ({
    seal: "cancelled",
    eyebrow: eyebrow(props, locale),
    heading: m.changes_mail_cancelled_heading({ count: props.seats }, { locale }),
    blocks: compactBlocks(
      {
        kind: "text",
        text: (props.byHand ? m.changes_mail_cancelled_text_hand : m.changes_mail_cancelled_text)(
          {
            name: isolateText(givenName(props.name)),
            amount: strong(formatSar(props.amount, locale)),
            card: formatRefundTarget(props, locale),
          },
          { locale },
        ),
      },
      { kind: "courses", courses: [courseBlock(props.course, props.run, locale, { off: true })] },
      orderButton(props, locale),
    ),
    why: why(props, locale),
  }),
  sample: samples({}),
});

const requestLabels = {
  cancel: m.changes_mail_asked_cancel,
  move: m.changes_mail_asked_move,
  person: m.changes_mail_asked_person,
};
const requestFacts = ({ kind, course, run, to, seats, message }: ChangeMailProps, locale: Locale): Fact[] => [
  { label: m.changes_mail_asked_what({}, { locale }), value: requestLabels[kind]({ count: seats }, { locale }) },
  { label: m.common_course({}, { locale }), value: isolateText(courseName(course, locale)) },
  { label: m.common_dates({}, { locale }), value: formatRunDates(run, locale) },
  ...(to
    ? [{ label: m.changes_new_date({}, { locale }), value: weekdayRange(to.start_date, to.end_date, locale) }]
    : []),
  ...(message ? [{ label: m.changes_mail_asked_message({}, { locale }), value: isolateText(message) }] : []),
];

/** Email to the buyer that confirms a request, which staff have to decide. */
export const changeRequested = mailTemplate<ChangeMailProps>({
  subject: ({ orderId }, locale) => m.changes_mail_asked_subject({ id: String(orderId) }, { locale }),
  preview: (_props, locale) => m.changes_mail_asked_preview({}, { locale }),
  content: ({ props, locale }) => ({
    eyebrow: eyebrow(props, locale),
    heading: m.changes_done_asked({}, { locale }),
    blocks: compactBlocks(
      { kind: "text", text: m.changes_mail_asked_text({ name: isolateText(givenName(props.name)) }, { locale }) },
      { kind: "facts", facts: requestFacts(props, locale) },
      orderButton(props, locale),
    ),
    why: why(props, locale),
  }),
  sample: samples(
    { amount: "0.00", message: "I have been moved to another city." },
    { message: "نُقلت إلى مدينة أخرى." },
  ),
});

/** Email to the buyer with a question of the staff. */
export const changeQuestion = mailTemplate<ChangeMailProps>({
  subject: ({ orderId }, locale) => m.changes_mail_question_subject({ id: String(orderId) }, { locale }),
  preview: (_props, locale) => m.changes_mail_question_preview({}, { locale }),
  content: ({ props, locale }) => ({
    eyebrow: eyebrow(props, locale),
    heading: m.changes_mail_question_heading({}, { locale }),
    blocks: compactBlocks(
      { kind: "text", text: m.changes_mail_question_text({ name: isolateText(givenName(props.name)) }, { locale }) },
      { kind: "quote", paragraphs: (props.answer ?? "").split(/\n+/).map(isolateText) },
      { kind: "button", label: m.changes_mail_question_answer({}, { locale }), href: `${props.orderUrl}#changes` },
      { kind: "facts", facts: requestFacts(props, locale) },
    ),
    why: why(props, locale),
  }),
  sample: samples(
    { amount: "0.00", answer: "Since when do you work in another city?" },
    { answer: "منذ متى العمل في مدينة أخرى؟" },
  ),
});

/** Email to the buyer 30 days before a kept value expires. */
export const keptEnds = mailTemplate<ChangeMailProps>({
  subject: ({ orderId, keptUntil }, locale) =>
    m.changes_mail_ends_subject({ id: String(orderId), date: fullDate(keptUntil ?? "", locale) }, { locale }),
  preview: (_props, locale) => m.changes_mail_ends_preview({}, { locale }),
  content: ({ props, locale }) => {
    const date = fullDate(props.keptUntil ?? "", locale);
    return {
      eyebrow: eyebrow(props, locale),
      heading: m.changes_mail_ends_heading({ date: unbroken(date) }, { locale }),
      blocks: compactBlocks(
        {
          kind: "text",
          text: m.changes_mail_ends_text({ name: isolateText(givenName(props.name)), date: strong(date) }, { locale }),
        },
        { kind: "courses", courses: [courseBlock(props.course, props.run, locale, { off: true })] },
        { kind: "button", label: m.changes_kept_choose({}, { locale }), href: `${props.orderUrl}/change#kept` },
      ),
      why: why(props, locale),
    };
  },
  sample: samples({ keptUntil: "2028-01-12" }),
});

/** Email to the buyer with the decision of the staff. */
export const changeDecided = mailTemplate<ChangeMailProps>({
  subject: ({ orderId, agreed }, locale) =>
    (agreed ? m.changes_mail_agreed_subject : m.changes_mail_refused_subject)({ id: String(orderId) }, { locale }),
  preview: ({ agreed }, locale) =>
    (agreed ? m.changes_mail_agreed_preview : m.changes_mail_refused_preview)({}, { locale }),
  content: ({ props, locale }) => {
    const { agreed = false, answer = "" } = props;
    const amount = formatSar(props.amount, locale);
    return {
      eyebrow: eyebrow(props, locale),
      heading: (agreed ? m.changes_mail_agreed_heading : m.changes_mail_refused_heading)({}, { locale }),
      blocks: compactBlocks(
        { kind: "quote", paragraphs: answer.split(/\n+/).map(isolateText) },
        agreed &&
          hasAmount(props) && {
            kind: "text",
            text: m.changes_mail_agreed_money(
              { amount: strong(amount), card: formatRefundTarget(props, locale) },
              { locale },
            ),
          },
        props.keptUntil !== null && {
          kind: "text",
          text: m.changes_mail_kept({ date: strong(fullDate(props.keptUntil, locale)) }, { locale }),
        },
        { kind: "facts", facts: requestFacts(props, locale) },
        orderButton(props, locale),
      ),
      why: why(props, locale),
    };
  },
  sample: samples(
    { agreed: true, answer: "We wish you well in your new post, and return the price of both days that are left." },
    { answer: "نتمنى لك التوفيق في عملك الجديد، ونعيد إليك قيمة اليومين الباقيين." },
  ),
});
