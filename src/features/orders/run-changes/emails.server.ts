import type { ChangeReason } from "#features/orders/seats/run-notices.server.ts";
import { fitSubject, shortName } from "#features/catalogue/schedule/mail-course.ts";
import { fullDate, weekdayRange } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { formatSar } from "#i18n/money.ts";
import { blocksOf, type Fact } from "#platform/mail/blocks.ts";
import { named } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";

export interface CancellationProps {
  course: { name_eng: string; name_ar: string | null };
  start_date: string;
  end_date: string;
  /** SAR, VAT included. */
  amount: string;
  reason: ChangeReason | null;
  askedBy: string;
  /** The run in the portal. */
  url: string;
}

export interface CancellationDecisionProps extends CancellationProps {
  approved: boolean;
  by: string;
  word: string | null;
}

const sample: CancellationProps = {
  course: { name_eng: "Patient safety essentials", name_ar: "أساسيات سلامة المرضى" },
  start_date: "2026-12-06",
  end_date: "2026-12-08",
  amount: "24840.00",
  reason: { eng: "Not enough people registered", ar: "عدد المسجلين غير كافٍ" },
  askedBy: "Reem S.",
  url: "https://nama.example/staff/runs/31",
};
const sampleAr = { ...sample, askedBy: "ريم س." };

const courseOf = ({ course }: CancellationProps, locale: Locale) =>
  locale === "ar" ? (course.name_ar ?? course.name_eng) : course.name_eng;

const subjectOf = (
  message: (input: { course: string; date: string }, options: { locale: Locale }) => string,
  { course, start_date }: CancellationProps,
  locale: Locale,
) =>
  fitSubject(shortName(course, locale), (text) =>
    message({ course: text, date: fullDate(start_date, locale) }, { locale }),
  );

/** Without the amount where nothing is refunded. */
function factsOf(props: CancellationProps, locale: Locale, refunds: boolean): Fact[] {
  const { reason, start_date, end_date, amount } = props;
  const why = reason && (locale === "ar" ? (reason.ar ?? reason.eng) : (reason.eng ?? reason.ar));
  return [
    { label: m.runchanges_mail_course({}, { locale }), value: named(courseOf(props, locale)) },
    { label: m.runchanges_mail_dates({}, { locale }), value: weekdayRange(start_date, end_date, locale) },
    ...(refunds
      ? [{ label: m.runchanges_mail_amount({}, { locale }), value: formatSar(amount, locale), strong: true }]
      : []),
    ...(why ? [{ label: m.runchanges_mail_reason({}, { locale }), value: named(why) }] : []),
  ];
}

export const runCancelApproval = mailTemplate<CancellationProps>({
  subject: (props, locale) => subjectOf(m.runchanges_mail_ask_subject, props, locale),
  preview: (_props, locale) => m.runchanges_mail_ask_preview({}, { locale }),
  content: ({ props, locale }) => ({
    audience: "staff",
    heading: m.runchanges_mail_ask_heading({}, { locale }),
    blocks: blocksOf(
      { kind: "text", text: m.runchanges_mail_ask_text({ name: named(props.askedBy) }, { locale }) },
      { kind: "facts", facts: factsOf(props, locale, true) },
      { kind: "button", label: m.runchanges_mail_open({}, { locale }), href: props.url },
      { kind: "text", quiet: true, text: m.runchanges_mail_ask_after({}, { locale }) },
    ),
    why: m.refunds_mail_ask_why({}, { locale }),
  }),
  sample: { en: sample, ar: sampleAr },
});

export const runCancelDecided = mailTemplate<CancellationDecisionProps>({
  subject: (props, locale) =>
    subjectOf(props.approved ? m.runchanges_mail_agreed_subject : m.runchanges_mail_declined_subject, props, locale),
  preview: ({ approved }, locale) =>
    (approved ? m.runchanges_mail_agreed_preview : m.runchanges_mail_declined_preview)({}, { locale }),
  content: ({ props, locale }) => ({
    audience: "staff",
    heading: (props.approved ? m.runchanges_mail_agreed_heading : m.runchanges_mail_declined_heading)({}, { locale }),
    blocks: blocksOf(
      {
        kind: "text",
        text: (props.approved ? m.runchanges_mail_agreed_text : m.runchanges_mail_declined_text)(
          { name: named(props.by) },
          { locale },
        ),
      },
      {
        kind: "facts",
        facts: [
          ...factsOf(props, locale, props.approved),
          ...(props.word ? [{ label: m.refunds_mail_word({}, { locale }), value: named(props.word) }] : []),
        ],
      },
      { kind: "button", label: m.runchanges_mail_open({}, { locale }), href: props.url },
    ),
    why: m.runchanges_mail_decided_why({}, { locale }),
  }),
  sample: {
    en: { ...sample, approved: false, by: "Dr. Huda A.", word: "Let us wait until Sunday." },
    ar: { ...sampleAr, approved: false, by: "د. هدى أ.", word: "لننتظر حتى يوم الأحد." },
  },
});
