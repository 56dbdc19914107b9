import { dateRangeLabel, fullDate } from "#i18n/dates.ts";
import { localText, type Locale } from "#i18n/locale.ts";
import { formatSar } from "#i18n/money.ts";
import { MailButton, MailFacts, MailHeading, MailText } from "#platform/mail/parts.server.tsx";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { calendarAttachment, documentAttachment, returnedAttachment } from "./papers/attachments.server.ts";
import { m } from "#messages";
import { whyNot } from "./order-words.ts";
import { creditReason } from "./papers/document-words.ts";

/** What both mails about an order say; amounts decimal SAR strings, dates `YYYY-MM-DD`. */
export interface OrderMailProps {
  orderId: number;
  name: string;
  /** Why money went back. */
  reason: string | null;
  /** How much went back, where it was not the order's total. */
  refunded?: string | null;
  /** What went back never bought anything: it was all that had been paid. */
  unused?: boolean;
  subTotal: string;
  tax: string;
  taxPercent: number;
  total: string;
  orderUrl: string;
  /** Of a mail about one refund among several. */
  refundId?: number | null;
  /** `attendees` by name, seat by seat. */
  lines: { slug: string; name_eng: string; name_ar: string | null; qty: number; amount: string; start_date: string; end_date: string; venue_eng: string; venue_ar: string | null; attendees?: string[] }[];
}

const sample: OrderMailProps = {
  orderId: 1042,
  name: "Sara N.",
  reason: null,
  subTotal: "2400.00",
  tax: "360.00",
  taxPercent: 15,
  total: "2760.00",
  orderUrl: "https://nama.example/my-courses/1042",
  lines: [{ slug: "patient-safety-essentials", name_eng: "Patient safety essentials for clinical teams", name_ar: "أساسيات سلامة المرضى للفرق السريرية", qty: 1, amount: "2400.00", start_date: "2027-01-12", end_date: "2027-01-14", venue_eng: "Training centre, Riyadh", venue_ar: "مركز التدريب، الرياض", attendees: ["Sara N."] }],
};

/** Seats that somebody still has to be named for; none in a mail that names nobody. */
const unnamed = ({ lines }: OrderMailProps) => lines.reduce((sum, { qty, attendees }) => sum + (attendees ? qty - attendees.length : 0), 0);

/** Who has the seats of a line, and how many of them are still to be named. */
function Named({ names, qty, locale }: { names: string[]; qty: number; locale: Locale }) {
  const open = qty - names.length;
  return (
    <>
      {names.map((name, at) => (
        <span key={at} style={{ display: "block" }}><bdi>{name}</bdi></span>
      ))}
      {open > 0 && <span style={{ display: "block" }}>{m.sales_seats_unnamed({ count: open }, { locale })}</span>}
    </>
  );
}

/** The order's lines and sums; `returned`: what went back of it. */
function Lines({ props, locale, returned }: { props: OrderMailProps; locale: Locale; returned?: string }) {
  const facts = props.lines.map((line) => {
    const name = localText(locale, line.name_eng, line.name_ar);
    const venue = localText(locale, line.venue_eng, line.venue_ar);
    return {
      label: (
        <>
          <bdi lang={name.lang}>{name.text}</bdi> × {line.qty}
          <br />
          <bdi>{dateRangeLabel(line.start_date, line.end_date, locale)}</bdi>
          {locale === "ar" ? "، " : ", "}
          <bdi lang={venue.lang}>{venue.text}</bdi>
          {line.qty > 1 && <Named names={line.attendees ?? []} qty={line.qty} locale={locale} />}
        </>
      ),
      value: <bdi>{formatSar(line.amount, locale)}</bdi>,
    };
  });
  const sums = [
    { label: m.sales_subtotal({}, { locale }), value: <bdi>{formatSar(props.subTotal, locale)}</bdi> },
    { label: m.sales_tax({ percent: props.taxPercent }, { locale }), value: <bdi>{formatSar(props.tax, locale)}</bdi> },
    { label: m.sales_total({}, { locale }), value: <bdi>{formatSar(props.total, locale)}</bdi>, strong: !returned },
    ...(returned ? [{ label: m.sales_returned_amount({}, { locale }), value: <bdi>{formatSar(returned, locale)}</bdi>, strong: true }] : []),
  ];
  return <MailFacts caption={m.sales_mail_order_number({ id: String(props.orderId) }, { locale })} facts={[...facts, ...sums]} />;
}

/** What is still to do, or what was paid and when it starts. */
function confirmedPreview(props: OrderMailProps, locale: Locale): string {
  const amount = formatSar(props.total, locale);
  const count = unnamed(props);
  if (count > 0) return m.sales_mail_confirmed_preview_unnamed({ amount, count }, { locale });
  const first = props.lines.reduce((one, other) => (other.start_date < one.start_date ? other : one));
  return m.sales_mail_confirmed_preview({ amount, date: fullDate(first.start_date, locale), course: `\u2068${localText(locale, first.name_eng, first.name_ar).text}\u2069` }, { locale });
}

export const orderConfirmed = mailTemplate<OrderMailProps>({
  subject: (props, locale) => m.sales_mail_confirmed_subject({ id: String(props.orderId) }, { locale }),
  preview: confirmedPreview,
  Body: ({ props, locale }) => (
    <>
      <MailHeading>{m.sales_mail_confirmed_heading({}, { locale })}</MailHeading>
      <MailText>{m.sales_mail_confirmed_text({ name: props.name }, { locale })}</MailText>
      <Lines props={props} locale={locale} />
      {unnamed(props) > 0 && <MailText>{m.sales_seats_open({ count: unnamed(props) }, { locale })}</MailText>}
      <MailText quiet>{m.sales_mail_confirmed_attached({}, { locale })}</MailText>
      <MailButton href={props.orderUrl}>{m.sales_view_order({}, { locale })}</MailButton>
    </>
  ),
  attachments: async (ctx, { orderId }, locale) => [...(await documentAttachment(ctx, orderId, locale, ({ kind }) => kind === "invoice")), ...(await calendarAttachment(ctx, orderId, locale))],
  sample: { en: sample, ar: sample },
});

export const paymentFailed = mailTemplate<OrderMailProps>({
  subject: (props, locale) => m.sales_mail_failed_subject({ id: String(props.orderId) }, { locale }),
  preview: (props, locale) => m.sales_mail_failed_preview({ amount: formatSar(props.total, locale) }, { locale }),
  Body: ({ props, locale }) => (
    <>
      <MailHeading>{m.sales_failed({}, { locale })}</MailHeading>
      <MailText>{m.sales_mail_failed_text({ name: props.name }, { locale })}</MailText>
      <Lines props={props} locale={locale} />
      <MailText quiet>{m.sales_failed_hint({}, { locale })}</MailText>
      <MailButton href={props.orderUrl}>{m.sales_view_order({}, { locale })}</MailButton>
    </>
  ),
  sample: { en: sample, ar: sample },
});

const refundReasons: Record<string, (input: object, options: { locale: Locale }) => string> = {
  "sold-out": m.sales_mail_refunded_sold_out,
  "already-registered": m.sales_mail_refunded_already_registered,
  "mismatch": m.sales_mail_refunded_mismatch,
  "course-cancelled": m.sales_mail_refunded_cancelled,
};

/** Of a payment that names an order and is none of its attempts: it has nothing to do with the order's own money and documents. */
const stray = "unknown-order";

/** Why the money went back: ours in a sentence, a person's own words as they are. */
function refundReason(reason: string, locale: Locale): string {
  return refundReasons[reason]?.({}, { locale }) ?? whyNot(reason, locale) ?? creditReason(reason, locale);
}

function refundText({ name, refunded, unused, reason }: OrderMailProps, locale: Locale): string {
  if (reason === stray && refunded) return m.sales_mail_refunded_stray({ name, amount: formatSar(refunded, locale) }, { locale });
  if (unused && refunded) return m.sales_mail_refunded_unused({ name, amount: formatSar(refunded, locale) }, { locale });
  return refunded ? m.sales_mail_refunded_part({ name, amount: formatSar(refunded, locale) }, { locale }) : m.sales_mail_refunded_text({ name }, { locale });
}

/** The order's total is what was paid, but where that is the reason the money went back. */
function refundPreview({ reason, refunded, total }: OrderMailProps, locale: Locale): string {
  const amount = refunded ?? (reason === "mismatch" ? null : total);
  return amount ? m.sales_mail_refunded_preview({ amount: formatSar(amount, locale) }, { locale }) : m.sales_mail_refunded_preview_whole({}, { locale });
}

export const paymentRefunded = mailTemplate<OrderMailProps>({
  subject: (props, locale) => m.sales_mail_refunded_subject({ id: String(props.orderId) }, { locale }),
  preview: refundPreview,
  Body: ({ props, locale }) => (
    <>
      <MailHeading>{m.sales_mail_refunded_heading({}, { locale })}</MailHeading>
      <MailText>{refundText(props, locale)}</MailText>
      <MailText>{refundReason(props.reason ?? "sold-out", locale)}</MailText>
      <Lines props={props} locale={locale} returned={props.refunded ?? props.total} />
      <MailText quiet>{m.sales_mail_refunded_when({}, { locale })}</MailText>
      <MailButton href={props.orderUrl}>{m.sales_view_order({}, { locale })}</MailButton>
    </>
  ),
  attachments: async (ctx, { orderId, refundId, reason }, locale) =>
    reason === stray
      ? []
      : [
          ...(await documentAttachment(ctx, orderId, locale, (document) => document.kind === "credit-note" && (refundId ? document.refundId === refundId : true))),
          ...(await returnedAttachment(ctx, orderId, locale)),
        ],
  sample: { en: { ...sample, reason: "sold-out" }, ar: { ...sample, reason: "sold-out" } },
});
