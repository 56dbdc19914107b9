import { addWorkingDays, dayAndMonth, riyadhDate } from "#i18n/dates.ts";
import { givenName } from "#i18n/given-name.ts";
import type { Locale } from "#i18n/locale.ts";
import { decimalFromHalalas, halalasFromDecimal } from "#i18n/money.ts";
import { compactBlocks, type Block, type Fact } from "#platform/mail/blocks.ts";
import { isolateText, strong, unbroken } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";
import { attachedBlock } from "#features/catalogue/schedule/mail-course.ts";
import { localizeReason } from "#features/orders/own-words.ts";
import { documentAttachment } from "#features/invoices/documents/documents.server.ts";
import { refundedSeatsAttachment } from "#features/seats/calendar-attachments.server.ts";
import {
  followsBlock,
  formatDay,
  lineBlock,
  orderEyebrow,
  orderSample,
  orderSampleAr,
  formatAmount,
  type MailedLine,
  type MailedSeats,
  type OrderMailProps,
} from "./emails.server.tsx";
import { cardLabel, yourCard } from "./mail-card.ts";

type Message = (input: object, options: { locale: Locale }) => string;
const reasons: Record<string, Message> = {
  "sold-out": m.notices_refunded_sold_out,
  "already-registered": m.notices_refunded_already_registered,
  mismatch: m.notices_refunded_mismatch,
  "course-cancelled": m.notices_refunded_cancelled,
  "run-cancelled": m.notices_refunded_run_cancelled,
  "run-closed": m.notices_refunded_run_closed,
  "seat-changed": m.notices_refunded_seat_changed,
  "run-ended": m.notices_refunded_run_ended,
  "price-changed": m.notices_refunded_price_changed,
  "paid-too-late": m.notices_refunded_paid_too_late,
  "already-paid": m.notices_refunded_already_paid,
  "transfer-overdue": m.notices_refunded_transfer_overdue,
  "unknown-order": m.notices_refunded_unknown_order,
  requested: m.notices_refunded_requested,
  "at-provider": m.notices_refunded_at_provider,
  "cannot-attend": m.notices_refunded_cannot_attend,
  "booked-by-mistake": m.notices_refunded_requested,
  "course-changed": m.notices_refunded_course_changed,
  goodwill: m.notices_refunded_goodwill,
  "transfer-released": m.notices_refunded_transfer_released,
};
/** Matches the site's own codes, such as `course-cancelled:12`, but not free text. */
const codePattern = /^[a-z]+(?:-[a-z]+)*(?::\d+)?$/;

/** The reason as a sentence for a code, else the text as written. An unknown code becomes a neutral sentence. */
function getReason(props: OrderMailProps, locale: Locale): { sentence: string } | { text: string } {
  if (props.isDifference) return { sentence: m.notices_refunded_difference({}, { locale }) };
  const reason = localizeReason((props.reason ?? "").trim(), locale);
  const reasonMessage = Object.hasOwn(reasons, reason.replace(/:\d+$/, ""))
    ? reasons[reason.replace(/:\d+$/, "")]
    : null;
  if (reasonMessage) return { sentence: reasonMessage({}, { locale }) };
  return reason === "" || codePattern.test(reason)
    ? { sentence: m.notices_refunded_other({}, { locale }) }
    : { text: reason };
}

const toHalalas = (amount: string | null | undefined) => halalasFromDecimal(amount ?? "") ?? 0;

/** Amount of this refund. Older queued emails have `refunded` only for a partial refund. */
const getRefundedAmount = ({ refunded, refundedInAll, total }: OrderMailProps) => refunded ?? refundedInAll ?? total;
/** Whether the refund is less than the order's total; false for an order that was never paid. */
const isPartial = (props: OrderMailProps) =>
  props.wasPaid !== false && toHalalas(getRefundedAmount(props)) < toHalalas(props.total);

const formatDestination = ({ method, card }: OrderMailProps, locale: Locale) =>
  method === "transfer" ? m.notices_your_account({}, { locale }) : yourCard(card, locale);

function buildSums(props: OrderMailProps, locale: Locale): Fact[] {
  const left = toHalalas(props.total) - toHalalas(props.refundedInAll);
  return [
    { label: m.notices_refunded_paid({}, { locale }), value: formatAmount(props.total, locale) },
    { label: m.notices_refunded_with_vat({}, { locale }), value: formatAmount(getRefundedAmount(props), locale) },
    ...(props.refundedInAll && left >= 0
      ? [
          {
            label: m.notices_refunded_left({}, { locale }),
            value: formatAmount(decimalFromHalalas(left), locale),
            strong: true,
          },
        ]
      : []),
  ];
}

function buildFacts(props: OrderMailProps, reasonFacts: Fact[], sentOn: string | null, locale: Locale): Fact[] {
  const card = cardLabel(props.card, locale);
  return [
    {
      label: m.notices_refunded_amount({}, { locale }),
      value: formatAmount(getRefundedAmount(props), locale),
      strong: true,
    },
    ...(card ? [{ label: m.notices_refunded_to({}, { locale }), value: card }] : []),
    ...(sentOn ? [{ label: m.notices_refunded_sent({}, { locale }), value: formatDay(sentOn, locale) }] : []),
    ...reasonFacts,
  ];
}

/** Splits the lines into what a refund cancelled and what is left. Older queued emails only know whole lines. */
function splitLines(props: OrderMailProps): { cancelled: MailedLine[]; remaining: MailedLine[] } {
  const withSeats = (line: MailedLine, seats: MailedSeats | undefined): MailedLine[] =>
    seats && seats.qty > 0 ? [{ ...line, ...seats }] : [];
  const hasSeats = (line: MailedLine) => line.cancelled !== undefined && line.left !== undefined;
  const isKept = (line: MailedLine) => line.kept ?? isPartial(props);
  return {
    cancelled: props.lines.flatMap((line) =>
      hasSeats(line) ? withSeats(line, line.cancelled) : isKept(line) ? [] : [line],
    ),
    remaining: props.lines.flatMap((line) =>
      hasSeats(line) ? withSeats(line, line.left) : isKept(line) ? [line] : [],
    ),
  };
}

function buildCourseBlocks(props: OrderMailProps, locale: Locale): Block[] {
  // The seats of a price difference belong to another order.
  if (props.isDifference) return [];
  const { cancelled, remaining } = splitLines(props);
  const title =
    props.wasPaid === false ? m.notices_refunded_ordered({}, { locale }) : m.notices_refunded_what({}, { locale });
  return [
    ...(cancelled.length > 0
      ? [
          { kind: "heading" as const, text: title },
          { kind: "courses" as const, courses: cancelled.map((line) => lineBlock(line, locale, { off: true })) },
        ]
      : []),
    ...(remaining.length > 0
      ? [
          { kind: "heading" as const, text: m.notices_refunded_still_booked({}, { locale }) },
          { kind: "courses" as const, courses: remaining.map((line) => lineBlock(line, locale)) },
        ]
      : []),
  ];
}

export const paymentRefunded = mailTemplate<OrderMailProps>({
  subject: (props, locale) => {
    const input = { id: String(props.orderId), amount: formatAmount(getRefundedAmount(props), locale) };
    return isPartial(props)
      ? m.notices_refunded_part_subject(input, { locale })
      : m.notices_refunded_subject(input, { locale });
  },
  preview: (props, locale) => {
    const card = formatDestination(props, locale);
    return isPartial(props)
      ? m.notices_refunded_part_preview({ card }, { locale })
      : m.notices_refunded_preview({ card }, { locale });
  },
  content: ({ props, locale, files }) => {
    const isPart = isPartial(props);
    const sentOn = props.at ? riyadhDate(new Date(props.at)) : null;
    const arrivesBy = sentOn && addWorkingDays(sentOn, 14);
    const reason = getReason(props, locale);
    const reasonFacts =
      "text" in reason ? [{ label: m.common_reason({}, { locale }), value: isolateText(reason.text) }] : [];
    const textInputs = {
      name: isolateText(givenName(props.name)),
      amount: strong(formatAmount(getRefundedAmount(props), locale)),
      card: formatDestination(props, locale),
    };
    const text = arrivesBy
      ? (isPart ? m.notices_refunded_part : m.notices_refunded_text)(
          { ...textInputs, date: strong(formatDay(arrivesBy, locale)) },
          { locale },
        )
      : (isPart ? m.notices_refunded_part_soon : m.notices_refunded_text_soon)(textInputs, { locale });
    const cancelledCount = splitLines(props).cancelled.length;
    return {
      seal: "refund",
      eyebrow: orderEyebrow(props, locale),
      heading: isPart ? m.notices_refunded_part_heading({}, { locale }) : m.notices_refunded_heading({}, { locale }),
      blocks: compactBlocks(
        { kind: "text", text },
        "sentence" in reason && { kind: "text", text: reason.sentence },
        isPart
          ? { kind: "facts", sums: true, facts: buildSums(props, locale) }
          : { kind: "facts", facts: buildFacts(props, reasonFacts, sentOn, locale) },
        isPart && reasonFacts.length > 0 && { kind: "facts", facts: reasonFacts },
        { kind: "button", label: m.notices_view_order({}, { locale }), href: props.orderUrl },
        ...buildCourseBlocks(props, locale),
        // An order that was never paid has no invoice, and so no credit note.
        props.wasPaid !== false &&
          props.lines.length > 0 &&
          followsBlock(props, files, m.notices_credit_follows({}, { locale })),
        attachedBlock(
          files,
          m.enrolments_mail_attached_removes({ count: Math.max(1, cancelledCount) }, { locale }),
          locale,
        ),
        arrivesBy && {
          kind: "text",
          quiet: true,
          text: m.notices_refunded_not_there({ date: unbroken(dayAndMonth(arrivesBy, locale)) }, { locale }),
        },
      ),
      why: (isPart ? m.notices_why_refunded_part : m.notices_why_refunded)({ id: String(props.orderId) }, { locale }),
    };
  },
  // An email without lines is about a payment that bought nothing: it affects neither courses nor documents.
  attachments: async (ctx, props, locale) => {
    const { orderId, refundId, lines, isDifference = false } = props;
    if (lines.length === 0) return [];
    // After a move the seats stay booked, and the email about the move has the calendar files.
    const hasCancelled = !isDifference && splitLines(props).cancelled.length > 0;
    return [
      ...(await documentAttachment(
        ctx,
        orderId,
        locale,
        (document) => document.kind === "credit-note" && (refundId ? document.refundId === refundId : true),
      )),
      ...(hasCancelled ? await refundedSeatsAttachment(ctx, orderId, locale) : []),
    ];
  },
  sample: {
    en: {
      ...orderSample,
      reason: "requested",
      refunded: "2760.00",
      refundedInAll: "2760.00",
      lines: orderSample.lines.map((line) => ({ ...line, kept: false })),
    },
    ar: {
      ...orderSampleAr,
      reason: "requested",
      refunded: "2760.00",
      refundedInAll: "2760.00",
      lines: orderSampleAr.lines.map((line) => ({ ...line, kept: false })),
    },
  },
});
