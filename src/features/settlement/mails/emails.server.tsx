import { dayAndMonth, riyadhDate, startOfRiyadhDay, formatWeekdayDate, weekdayRange } from "#i18n/dates.ts";
import { givenName } from "#i18n/given-name.ts";
import type { Locale } from "#i18n/locale.ts";
import { decimalFromHalalas, formatSar, groupedAmount, halalasFromDecimal } from "#i18n/money.ts";
import { riyadhClock, riyadhMoment } from "#i18n/riyadh-clock.ts";
import { compactBlocks, type Block, type CourseBlock } from "#platform/mail/blocks.ts";
import { linked, isolateText, strong, unbroken } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";
import {
  attachedBlock,
  bringBlocks,
  courseBlock,
  fitPreview,
  sampleCourse,
  shortName,
  type MailedCourse,
  type MailedRun,
} from "#features/catalogue/schedule/mail-course.ts";
import { calendarAttachment } from "#features/seats/calendar-attachments.server.ts";
import { documentAttachment } from "#features/invoices/documents/documents.server.ts";
import { discountLabel } from "#features/orders/order-labels.ts";
import { defaultSettings } from "#features/settings/settings.ts";
import type { OrderDiscount } from "#features/orders/order.schema.server.ts";
import { minimumText, type Minimum } from "#features/catalogue/schedule/minimum.ts";
import { policySteps, stepsAhead, type FrozenPolicy } from "#features/catalogue/schedule/change-policy.ts";
import { policySentences } from "#features/catalogue/schedule/change-policy-labels.ts";
import { cardLabel, type MailedCard } from "./mail-card.ts";

export interface MailedLine extends MailedCourse, MailedRun {
  slug: string;
  /** True for a private run, which the page of the course does not show. */
  isPrivate?: boolean;
  qty: number;
  /** Price of the line before VAT and after the discount. */
  amount: string;
  discount?: OrderDiscount | null;
  /** The change policy of the line. */
  changePolicy?: FrozenPolicy;
  /** How many attendees the run needs to take place. */
  minimum?: Minimum | null;
  /** Attendees in the order of their seats; `you` marks the buyer. */
  attendees?: (string | { name: string; you: boolean })[];
  /** Whether the order still has seats of this course after a refund. */
  kept?: boolean;
  /** The seats that a refund cancelled, and those that are left. Missing in older queued emails. */
  cancelled?: MailedSeats;
  left?: MailedSeats;
}

export interface MailedSeats {
  qty: number;
  attendees: { name: string; you: boolean }[];
}

/** Amounts are decimal SAR strings, dates `YYYY-MM-DD`, instants ISO. Older queued emails lack the optional fields. */
export interface OrderMailProps {
  orderId: number;
  name: string;
  reason: string | null;
  /** Amount of this refund. */
  refunded?: string | null;
  /** Refunded in total, this refund included. */
  refundedInAll?: string | null;
  refundId?: number | null;
  subTotal: string;
  tax: string;
  taxPercent: number;
  total: string;
  orderUrl: string;
  retryUrl?: string;
  /** End of the seat hold; null when the seats are released. */
  heldUntil?: string | null;
  card?: MailedCard | null;
  method?: "transfer";
  /** Whether the order has ever been paid. */
  wasPaid?: boolean;
  /**
   * True for an order that paid the price difference of a dearer date; its seats belong to the order that was moved.
   */
  isDifference?: boolean;
  /**
   * True when the invoice or credit note comes in a separate email once the tax authority has cleared it. If it is
   * cleared by the time of sending, it is attached instead.
   */
  documentFollows?: boolean;
  /** When the email was written. */
  at?: string;
  /** Day of the order in Riyadh. */
  orderedOn?: string;
  lines: MailedLine[];
}

export const orderSample: OrderMailProps = {
  orderId: 1042,
  name: "Sara Nasser",
  reason: null,
  subTotal: "2400.00",
  tax: "360.00",
  taxPercent: 15,
  total: "2760.00",
  orderUrl: "https://nama.example/my-courses/1042",
  retryUrl: "https://nama.example/checkout/patient-safety-essentials?run=12",
  heldUntil: "2026-11-22T07:14:00.000Z",
  card: { scheme: "mada", masked: "5043-00XX-XXXX-1010" },
  wasPaid: true,
  at: "2026-11-22T06:59:00.000Z",
  lines: [
    {
      slug: "patient-safety-essentials",
      ...sampleCourse,
      qty: 1,
      amount: "2400.00",
      attendees: [{ name: "Sara Nasser", you: true }],
      ticket_url: "https://nama.example/ticket/AAAAKmq4y0vD8Yh2Zk1tQwXbN7s",
      kept: true,
      changePolicy: defaultSettings.changes,
    },
  ],
};
const inArabic: Partial<OrderMailProps> = {
  name: "سارة ناصر",
  orderUrl: "https://nama.example/ar/my-courses/1042",
  retryUrl: "https://nama.example/ar/checkout/patient-safety-essentials?run=12",
  lines: orderSample.lines.map((line) => ({ ...line, attendees: [{ name: "سارة ناصر", you: true }] })),
};
export const orderSampleAr: OrderMailProps = { ...orderSample, ...inArabic };

export const formatAmount = (amount: string, locale: Locale) => formatSar(amount, locale);
const countUnnamed = ({ qty, attendees }: MailedLine) => (attendees ? Math.max(0, qty - attendees.length) : 0);
const countAllUnnamed = ({ lines }: OrderMailProps) => lines.reduce((sum, line) => sum + countUnnamed(line), 0);
export const countSeats = (lines: readonly MailedLine[]) => lines.reduce((sum, { qty }) => sum + qty, 0);
export const orderEyebrow = ({ orderId }: OrderMailProps, locale: Locale) =>
  m.common_order_number({ id: String(orderId) }, { locale });
export const formatDay = (day: string, locale: Locale) => unbroken(weekdayRange(day, day, locale));
const findFirstLine = ({ lines }: OrderMailProps) =>
  lines.reduce((first, line) => (line.start_date < first.start_date ? line : first));

function getPeople(line: MailedLine, locale: Locale, isGone: boolean): CourseBlock["people"] {
  if (!line.attendees) return undefined;
  const names = line.attendees.map((attendee) => {
    const { name, you } = typeof attendee === "string" ? { name: attendee, you: false } : attendee;
    return you ? m.notices_attendee_you({ name: isolateText(name) }, { locale }) : isolateText(name);
  });
  const open = countUnnamed(line);
  return {
    label: isGone
      ? m.orders_seats({ count: line.qty }, { locale })
      : m.notices_attendees({ count: line.qty }, { locale }),
    names: open > 0 ? [...names, m.notices_attendees_open({ count: open }, { locale })] : names,
  };
}

/** Block of a line with its course and attendees. `price` is before VAT; `off` shows the line as cancelled. */
export function lineBlock(
  line: MailedLine,
  locale: Locale,
  options: { price?: CourseBlock["price"]; off?: boolean } = {},
): CourseBlock {
  const people = getPeople(line, locale, options.off === true && line.cancelled !== undefined);
  return courseBlock(line, line, locale, { ...options, ...(people && { people }) });
}

function getPrice({ qty, amount, discount }: MailedLine, locale: Locale): CourseBlock["price"] {
  const discountHalalas = discount ? (halalasFromDecimal(discount.amount) ?? 0) : 0;
  const unitPrice = decimalFromHalalas(Math.round(((halalasFromDecimal(amount) ?? 0) + discountHalalas) / qty));
  // Isolated, because the minus would otherwise appear behind the number in Arabic.
  const discountSum = discount && `\u2066−${groupedAmount(discount.amount)}\u2069`;
  const discountText = discount ? ` · ${discountLabel(discount, { locale })}: ${discountSum}` : "";
  return {
    label: `${qty} × ${formatAmount(unitPrice, locale)}${discountText}`,
    amount: formatAmount(amount, locale),
    isSum: true,
  };
}

/** Says when and how the order was paid; null when the time is unknown. */
function formatPaidOn({ card, at, method }: OrderMailProps, locale: Locale): string | null {
  if (!at) return null;
  const date = formatDay(riyadhDate(new Date(at)), locale);
  if (method === "transfer") return m.notices_paid_by_transfer({ date }, { locale });
  const label = cardLabel(card, locale);
  return label ? m.notices_paid_with({ card: label, date }, { locale }) : m.notices_paid_on({ date }, { locale });
}

/** Says how many attendees courses need to take place; with several courses, each by name. */
const minimumBlocks = ({ lines }: OrderMailProps, locale: Locale): Block[] =>
  lines.flatMap((line) => {
    if (!line.minimum) return [];
    const text = minimumText(line.minimum, locale, strong);
    const course = isolateText(shortName(line, locale));
    const sentence = lines.length === 1 ? text : m.notices_change_of({ course, text }, { locale });
    return [{ kind: "text" as const, text: sentence }];
  });

/** Says until when the buyer may cancel, move or transfer seats (N-08); nothing once every deadline has passed. */
function changeBlocks({ at, orderUrl, lines }: OrderMailProps, locale: Locale): Block[] {
  if (!at) return [];
  const now = new Date(at);
  const today = riyadhDate(now);
  const items = lines.flatMap((line) => {
    const [first] = line.sessions ?? [];
    const begins = first ? new Date(first.starts_at) : startOfRiyadhDay(line.start_date);
    if (!line.changePolicy || begins <= now) return [];
    const steps = stepsAhead(policySteps(line.changePolicy, line.start_date, { wasMoved: false }), today);
    const sentences = policySentences(steps, locale, strong);
    if (lines.length === 1) return sentences;
    const course = isolateText(shortName(line, locale));
    return sentences.map((text) => m.notices_change_of({ course, text }, { locale }));
  });
  if (items.length === 0) return [];
  const link = linked(m.notices_change_page({}, { locale }), `${orderUrl}/change`);
  return [
    { kind: "heading", text: m.notices_change({}, { locale }) },
    { kind: "list", items },
    { kind: "text", text: m.notices_change_how({ link }, { locale }) },
  ];
}

/** Explains that a document is not attached because the tax authority has not cleared it yet. */
export const followsBlock = (
  { documentFollows }: { documentFollows?: boolean },
  files: readonly string[],
  text: string,
): Block | false => documentFollows === true && !files.some((file) => file.endsWith(".pdf")) && { kind: "text", text };

export const orderConfirmed = mailTemplate<OrderMailProps>({
  subject: (props, locale) =>
    m.notices_confirmed_subject({ id: String(props.orderId), count: countSeats(props.lines) }, { locale }),
  preview: (props, locale) => {
    const first = findFirstLine(props);
    const day = formatWeekdayDate(first.start_date, locale);
    const count = countAllUnnamed(props);
    return fitPreview(shortName(first, locale), (text) => {
      const course = isolateText(text);
      return count > 0
        ? m.notices_confirmed_preview_unnamed({ course, day, count }, { locale })
        : (props.documentFollows ? m.notices_confirmed_preview_follows : m.notices_confirmed_preview)(
            { course, day },
            { locale },
          );
    });
  },
  content: ({ props, locale, files }) => {
    const { lines } = props;
    const count = countSeats(lines);
    const open = countAllUnnamed(props);
    // Attendees can be named until their course begins; this is the earliest day.
    const nameBefore = lines
      .filter((line) => countUnnamed(line) > 0)
      .reduce((day, { start_date }) => (start_date < day ? start_date : day), "9999-12-31");
    const paidText = formatPaidOn(props, locale);
    return {
      seal: "ok",
      eyebrow: orderEyebrow(props, locale),
      heading: m.notices_confirmed_heading({ count }, { locale }),
      blocks: compactBlocks(
        {
          kind: "text",
          text: m.notices_confirmed_text(
            { name: isolateText(givenName(props.name)), amount: strong(formatAmount(props.total, locale)), count },
            { locale },
          ),
        },
        { kind: "button", label: m.notices_view_order({}, { locale }), href: props.orderUrl },
        open > 0 && {
          kind: "panel",
          tone: "warning",
          title: m.notices_unnamed_title({ count: open }, { locale }),
          text: m.notices_unnamed_text(
            {
              link: linked(m.notices_unnamed_link({ count: open }, { locale }), props.orderUrl),
              day: unbroken(formatWeekdayDate(nameBefore, locale)),
              count: open,
            },
            { locale },
          ),
        },
        { kind: "heading", text: m.notices_courses_heading({ count: lines.length }, { locale }) },
        { kind: "courses", courses: lines.map((line) => lineBlock(line, locale, { price: getPrice(line, locale) })) },
        {
          kind: "facts",
          sums: true,
          facts: [
            { label: m.common_subtotal({}, { locale }), value: formatAmount(props.subTotal, locale) },
            { label: m.common_vat({ percent: props.taxPercent }, { locale }), value: formatAmount(props.tax, locale) },
            { label: m.notices_total_paid({}, { locale }), value: formatAmount(props.total, locale), strong: true },
          ],
        },
        paidText && { kind: "text", quiet: true, text: paidText },
        ...minimumBlocks(props, locale),
        ...bringBlocks(lines, locale),
        ...changeBlocks(props, locale),
        followsBlock(props, files, m.notices_invoice_follows({}, { locale })),
        attachedBlock(files, m.enrolments_mail_attached_calendar({ count: lines.length }, { locale }), locale),
        {
          kind: "text",
          text: m.notices_see_you({ day: unbroken(dayAndMonth(findFirstLine(props).start_date, locale)) }, { locale }),
        },
      ),
      why: m.notices_why_order({ id: String(props.orderId) }, { locale }),
    };
  },
  attachments: async (ctx, { orderId }, locale) => [
    ...(await documentAttachment(ctx, orderId, locale, ({ kind }) => kind === "invoice")),
    ...(await calendarAttachment(ctx, orderId, locale)),
  ],
  sample: { en: orderSample, ar: orderSampleAr },
});

const formatHeldUntil = ({ heldUntil }: OrderMailProps, locale: Locale) =>
  heldUntil ? riyadhClock(new Date(heldUntil), locale) : null;

export const paymentFailed = mailTemplate<OrderMailProps>({
  subject: (props, locale) => m.notices_failed_subject({ id: String(props.orderId) }, { locale }),
  preview: (props, locale) => {
    const time = formatHeldUntil(props, locale);
    return time
      ? m.notices_failed_preview_held({ time, count: countSeats(props.lines) }, { locale })
      : m.notices_failed_preview({}, { locale });
  },
  content: ({ props, locale }) => {
    const { lines, card, at } = props;
    const count = countSeats(lines);
    const time = formatHeldUntil(props, locale);
    const total = {
      label: m.notices_failed_total({ percent: props.taxPercent }, { locale }),
      amount: formatAmount(props.total, locale),
    };
    const attemptFacts = [
      { label: m.common_card({}, { locale }), value: cardLabel(card, locale) },
      {
        label: m.notices_failed_tried({}, { locale }),
        value: at ? riyadhMoment(new Date(at), locale) : "",
      },
    ].filter(({ value }) => value !== "");
    const coursePage =
      lines.length === 1 && !lines[0]?.isPrivate
        ? `${new URL(props.orderUrl).origin}${locale === "ar" ? "/ar" : ""}/courses/${lines[0]?.slug}`
        : null;
    const startAgain =
      time &&
      coursePage &&
      m.notices_failed_start_again(
        { link: linked(m.notices_failed_course_page({}, { locale }), coursePage) },
        { locale },
      );
    return {
      seal: "fail",
      eyebrow: orderEyebrow(props, locale),
      heading: m.notices_failed_heading({}, { locale }),
      blocks: compactBlocks(
        {
          kind: "text",
          text: m.notices_failed_text(
            { name: isolateText(givenName(props.name)), nothing: strong(m.notices_failed_nothing({}, { locale })) },
            { locale },
          ),
        },
        {
          kind: "text",
          text: time
            ? m.notices_failed_held({ time: strong(time), count }, { locale })
            : m.notices_failed_free({ count }, { locale }),
        },
        {
          kind: "button",
          label: m.notices_failed_button({}, { locale }),
          href: props.retryUrl ?? props.orderUrl,
        },
        {
          kind: "courses",
          courses: lines.map((line) => lineBlock(line, locale, lines.length === 1 ? { price: total } : {})),
        },
        (lines.length > 1 || attemptFacts.length > 0) && {
          kind: "facts",
          facts: [
            ...(lines.length > 1 ? [{ label: total.label, value: total.amount, strong: true }] : []),
            ...attemptFacts,
          ],
        },
        { kind: "heading", text: m.notices_failed_again({}, { locale }) },
        {
          kind: "list",
          items: [
            m.notices_failed_check_card({}, { locale }),
            m.notices_failed_check_code({}, { locale }),
            ...(startAgain ? [startAgain] : []),
          ],
        },
        { kind: "text", quiet: true, text: m.notices_failed_charged({}, { locale }) },
      ),
      why: m.notices_why_failed({ id: String(props.orderId) }, { locale }),
    };
  },
  sample: { en: { ...orderSample, wasPaid: false }, ar: { ...orderSampleAr, wasPaid: false } },
});
