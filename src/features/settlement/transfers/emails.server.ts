import { attachedBlock } from "#features/catalogue/schedule/mail-course.ts";
import { proformaNumber } from "#features/settlement/quotes/proforma-number.ts";
import { proformaAttachment } from "#features/settlement/quotes/proforma.server.ts";
import {
  formatDay,
  lineBlock,
  orderEyebrow,
  orderSample,
  orderSampleAr,
  formatAmount,
  countSeats,
  type OrderMailProps,
} from "#features/settlement/mails/emails.server.tsx";
import type { TransferSettings } from "#features/settings/settings.ts";
import type { Locale } from "#i18n/locale.ts";
import { givenName } from "#i18n/given-name.ts";
import { compactBlocks, type MailContent } from "#platform/mail/blocks.ts";
import { ltr, isolateText, strong } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";
import { riyadhMoment } from "#i18n/riyadh-clock.ts";

export interface TransferMailProps extends OrderMailProps {
  /** The last day to pay, `YYYY-MM-DD`. */
  dueOn: string;
  bank: Pick<TransferSettings, "bankNameEng" | "bankNameAr" | "accountHolder" | "iban"> & {
    /** Only set when the account is in the company's own name. */
    accountHolderAr?: string | null;
  };
}

const transfer = {
  dueOn: "2026-12-06",
  bank: {
    bankNameEng: "Example Bank",
    bankNameAr: "بنك المثال",
    accountHolder: "Nama Health Training Company (demo)",
    accountHolderAr: "شركة نماء الصحية للتدريب (عرض تجريبي)",
    iban: "SA0380000000608010167519",
  },
};

/** The account holder as the bank knows it; in Arabic emails in brackets after the Arabic name. */
const formatHolder = ({ accountHolder, accountHolderAr }: TransferMailProps["bank"], locale: Locale): string =>
  locale === "ar" && accountHolderAr
    ? `${isolateText(accountHolderAr)} (${isolateText(accountHolder)})`
    : isolateText(accountHolder);

const formatIban = (iban: string) => iban.replace(/(.{4})(?=.)/g, "$1 ");

/** Builds an email that tells how to pay an order by transfer. `text` explains why the email was sent. */
function buildTransferContent(
  props: TransferMailProps,
  locale: Locale,
  { heading, text, files = [] }: { heading: string; text: string; files?: readonly string[] },
): MailContent {
  const { bank, lines, orderId } = props;
  return {
    eyebrow: orderEyebrow(props, locale),
    heading,
    blocks: compactBlocks(
      { kind: "text", text },
      { kind: "heading", text: m.transfers_mail_details({}, { locale }) },
      {
        kind: "facts",
        facts: [
          {
            label: m.transfers_mail_bank({}, { locale }),
            value: isolateText(locale === "ar" ? bank.bankNameAr : bank.bankNameEng),
          },
          { label: m.transfers_mail_holder({}, { locale }), value: formatHolder(bank, locale) },
          { label: m.transfers_mail_iban({}, { locale }), value: ltr(formatIban(bank.iban)), strong: true },
          {
            label: m.transfers_mail_reference({}, { locale }),
            // The same number as on the order's page and on the proforma.
            value: ltr(proformaNumber(orderId)),
          },
          { label: m.transfers_mail_total({}, { locale }), value: formatAmount(props.total, locale), strong: true },
          { label: m.transfers_mail_due({}, { locale }), value: formatDay(props.dueOn, locale) },
        ],
      },
      { kind: "button", label: m.notices_view_order({}, { locale }), href: props.orderUrl },
      { kind: "heading", text: m.notices_courses_heading({ count: lines.length }, { locale }) },
      { kind: "courses", courses: lines.map((line) => lineBlock(line, locale)) },
      { kind: "text", quiet: true, text: m.transfers_mail_after({ count: countSeats(lines) }, { locale }) },
      attachedBlock(files, "", locale),
    ),
    why: m.notices_why_order({ id: String(orderId) }, { locale }),
  };
}

/** Placeholders of the texts: name, amount and last day to pay. */
const toTextInputs = (props: TransferMailProps, locale: Locale) => ({
  name: isolateText(givenName(props.name)),
  amount: strong(formatAmount(props.total, locale)),
  date: strong(formatDay(props.dueOn, locale)),
});

const sample = {
  en: { ...orderSample, wasPaid: false, ...transfer },
  ar: { ...orderSampleAr, wasPaid: false, ...transfer },
};

export const transferRequested = mailTemplate<TransferMailProps>({
  subject: ({ orderId, total, dueOn }, locale) =>
    m.transfers_mail_subject(
      { id: String(orderId), amount: formatAmount(total, locale), date: formatDay(dueOn, locale) },
      { locale },
    ),
  preview: ({ lines }, locale) => m.transfers_mail_preview({ count: countSeats(lines) }, { locale }),
  content: ({ props, locale, files }) =>
    buildTransferContent(props, locale, {
      heading: m.transfers_mail_heading({ count: countSeats(props.lines) }, { locale }),
      text: m.transfers_mail_text(toTextInputs(props, locale), { locale }),
      files,
    }),
  attachments: (ctx, { orderId }, locale) => proformaAttachment(ctx, orderId, locale),
  sample,
});

/** Reminder to pay by transfer, sent three days before the last day to pay and on that day. */
export const transferReminder = mailTemplate<TransferMailProps>({
  subject: ({ orderId, dueOn }, locale) =>
    m.transfers_mail_reminder_subject({ id: String(orderId), date: formatDay(dueOn, locale) }, { locale }),
  preview: (_props, locale) => m.transfers_mail_reminder_preview({}, { locale }),
  content: ({ props, locale }) =>
    buildTransferContent(props, locale, {
      heading: m.transfers_mail_reminder_heading({}, { locale }),
      text: m.transfers_mail_reminder_text(toTextInputs(props, locale), { locale }),
    }),
  sample,
});

/** Confirms that a first booking was received, which staff have to approve; says until when its seats are held. */
export const transferReceived = mailTemplate<OrderMailProps & { endsAt: string }>({
  subject: ({ orderId }, locale) => m.transfers_mail_received_subject({ id: String(orderId) }, { locale }),
  preview: (_props, locale) => m.transfers_mail_received_preview({}, { locale }),
  content: ({ props, locale }) => ({
    eyebrow: orderEyebrow(props, locale),
    heading: m.transfers_mail_received_heading({ count: countSeats(props.lines) }, { locale }),
    blocks: compactBlocks(
      {
        kind: "text",
        text: m.transfers_mail_received_text(
          {
            name: isolateText(givenName(props.name)),
            time: strong(riyadhMoment(new Date(props.endsAt), locale)),
          },
          { locale },
        ),
      },
      { kind: "courses", courses: props.lines.map((line) => lineBlock(line, locale)) },
      { kind: "button", label: m.notices_view_order({}, { locale }), href: props.orderUrl },
      { kind: "text", quiet: true, text: m.transfers_mail_received_wait({}, { locale }) },
    ),
    why: m.notices_why_order({ id: String(props.orderId) }, { locale }),
  }),
  sample: {
    en: { ...orderSample, wasPaid: false, endsAt: "2026-11-23T07:42:00.000Z" },
    ar: { ...orderSampleAr, wasPaid: false, endsAt: "2026-11-23T07:42:00.000Z" },
  },
});

/** The seats were released: no transfer arrived, or the booking was not approved. */
export const transferEnded = mailTemplate<OrderMailProps & { isUnapproved?: boolean }>({
  subject: ({ orderId, isUnapproved }, locale) =>
    (isUnapproved ? m.transfers_mail_unapproved_subject : m.transfers_mail_ended_subject)(
      { id: String(orderId) },
      { locale },
    ),
  preview: ({ lines }, locale) => m.transfers_mail_ended_preview({ count: countSeats(lines) }, { locale }),
  content: ({ props, locale }) => ({
    seal: "cancelled",
    eyebrow: orderEyebrow(props, locale),
    heading: m.transfers_mail_ended_heading({ count: countSeats(props.lines) }, { locale }),
    blocks: compactBlocks(
      {
        kind: "text",
        text: (props.isUnapproved ? m.transfers_mail_unapproved_text : m.transfers_mail_ended_text)(
          { name: isolateText(givenName(props.name)), count: countSeats(props.lines) },
          { locale },
        ),
      },
      { kind: "courses", courses: props.lines.map((line) => lineBlock(line, locale)) },
      { kind: "button", label: m.notices_view_order({}, { locale }), href: props.orderUrl },
      { kind: "text", quiet: true, text: m.transfers_mail_ended_sent({}, { locale }) },
    ),
    why: m.notices_why_order({ id: String(props.orderId) }, { locale }),
  }),
  sample: { en: { ...orderSample, wasPaid: false }, ar: { ...orderSampleAr, wasPaid: false } },
});
