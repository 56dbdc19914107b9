import { weekdayRange } from "#i18n/dates.ts";
import { givenName } from "#i18n/given-name.ts";
import type { Locale } from "#i18n/locale.ts";
import { compactBlocks, type Block, type Fact } from "#platform/mail/blocks.ts";
import { ltr, isolateText, unbroken } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { fitSubject } from "#features/catalogue/schedule/mail-course.ts";
import { m } from "#messages";
import { certificateUrl } from "./download.server.ts";

/** Dates are `YYYY-MM-DD`. */
export interface CertificateMailProps {
  name: string;
  number: string;
  titleEng: string;
  titleAr: string;
  startDate: string;
  endDate: string;
  hours: number;
  isAccredited: boolean;
  /** URL of its public page. */
  checkUrl: string;
  /** Link to add it to a LinkedIn profile; absent in emails queued before there was one. */
  linkedInUrl?: string;
}

const sample: CertificateMailProps = {
  name: "Omar Khalid",
  number: "NH-2027-K7Q4-9M2X",
  titleEng: "Patient safety essentials for clinical teams",
  titleAr: "أساسيات سلامة المرضى للفرق السريرية",
  startDate: "2027-01-12",
  endDate: "2027-01-14",
  hours: 18,
  isAccredited: true,
  checkUrl: "https://nama.example/verify/NH-2027-K7Q4-9M2X",
  linkedInUrl: "https://www.linkedin.com/profile/add?certId=NH-2027-K7Q4-9M2X",
};
const sampleAr: CertificateMailProps = {
  ...sample,
  name: "عمر خالد",
  checkUrl: "https://nama.example/ar/verify/NH-2027-K7Q4-9M2X",
};

const getTitle = ({ titleEng, titleAr }: CertificateMailProps, locale: Locale) =>
  locale === "ar" ? titleAr : titleEng;
const formatSubject = (props: CertificateMailProps, locale: Locale, toSubject: (course: string) => string) =>
  fitSubject(getTitle(props, locale), toSubject);
const pdfLink = (ctx: Ctx, { number }: CertificateMailProps) => certificateUrl(ctx, number, "pdf");

const toFactsBlock = (props: CertificateMailProps, locale: Locale, ...more: Fact[]): Block => ({
  kind: "facts",
  facts: [
    { label: m.common_certificate_number({}, { locale }), value: ltr(props.number), strong: true },
    { label: m.certificates_field_title({}, { locale }), value: isolateText(getTitle(props, locale)) },
    {
      label: m.certificates_field_days({}, { locale }),
      value: unbroken(weekdayRange(props.startDate, props.endDate, locale)),
    },
    ...(props.isAccredited ? [{ label: m.certificates_field_hours({}, { locale }), value: String(props.hours) }] : []),
    ...more,
  ],
});

const downloadButton = (link: string, locale: Locale): Block => ({
  kind: "button",
  label: m.certificates_mail_download({}, { locale }),
  href: link,
});
const outlinedButton = (label: string, href: string): Block => ({ kind: "button", tone: "outlined", label, href });
/** Buttons to check the certificate, to add it to LinkedIn and to download its badge. */
const otherButtons = ({ checkUrl, linkedInUrl }: CertificateMailProps, link: string, locale: Locale): Block[] => [
  outlinedButton(m.certificates_mail_check_label({}, { locale }), checkUrl),
  ...(linkedInUrl ? [outlinedButton(m.certificates_linkedin({}, { locale }), linkedInUrl)] : []),
  // The same key opens PDF and badge.
  outlinedButton(m.certificates_mail_badge({}, { locale }), link.replace("/pdf?", "/badge?")),
];

/** Sent to everyone who has earned a certificate. */
export const certificateIssued = mailTemplate<CertificateMailProps>({
  subject: (props, locale) =>
    formatSubject(props, locale, (course) => m.certificates_mail_issued_subject({ course }, { locale })),
  preview: ({ number }, locale) => m.certificates_mail_issued_preview({ number }, { locale }),
  link: pdfLink,
  content: ({ props, locale, link }) => ({
    seal: "ok",
    heading: m.certificates_mail_issued_heading({}, { locale }),
    blocks: compactBlocks(
      { kind: "text", text: m.certificates_mail_issued_text({ name: isolateText(givenName(props.name)) }, { locale }) },
      toFactsBlock(props, locale),
      downloadButton(link, locale),
      ...otherButtons(props, link, locale),
      props.isAccredited && { kind: "text", text: m.certificates_mail_reported({}, { locale }) },
      { kind: "text", quiet: true, text: m.certificates_mail_wrong_name({}, { locale }) },
    ),
    why: m.certificates_mail_why({}, { locale }),
  }),
  sample: { en: sample, ar: sampleAr },
});

/** Sent to the holder of a certificate that was reissued with a corrected name. */
export const certificateReissued = mailTemplate<CertificateMailProps & { before: string }>({
  subject: (props, locale) =>
    formatSubject(props, locale, (course) => m.certificates_mail_reissued_subject({ course }, { locale })),
  preview: ({ number }, locale) => m.certificates_mail_reissued_preview({ number }, { locale }),
  link: pdfLink,
  content: ({ props, locale, link }) => ({
    seal: "ok",
    heading: m.certificates_mail_reissued_heading({}, { locale }),
    blocks: compactBlocks(
      {
        kind: "text",
        text: m.certificates_mail_reissued_text({ name: isolateText(givenName(props.name)) }, { locale }),
      },
      toFactsBlock(props, locale, {
        label: m.certificates_mail_number_before({}, { locale }),
        value: ltr(props.before),
      }),
      downloadButton(link, locale),
      ...otherButtons(props, link, locale),
      { kind: "text", quiet: true, text: m.certificates_mail_wrong_name({}, { locale }) },
    ),
    why: m.certificates_mail_why({}, { locale }),
  }),
  sample: { en: { ...sample, before: "NH-2027-T4W8-2C6R" }, ar: { ...sampleAr, before: "NH-2027-T4W8-2C6R" } },
});

/** Sent to the holder of a revoked certificate, with the reason that staff wrote. */
export const certificateRevoked = mailTemplate<CertificateMailProps & { toldEng: string; toldAr: string }>({
  subject: (props, locale) =>
    formatSubject(props, locale, (course) => m.certificates_mail_revoked_subject({ course }, { locale })),
  preview: ({ number }, locale) => m.certificates_mail_revoked_preview({ number }, { locale }),
  content: ({ props, locale }) => ({
    seal: "cancelled",
    heading: m.certificates_mail_revoked_heading({}, { locale }),
    blocks: compactBlocks(
      {
        kind: "text",
        text: m.certificates_mail_revoked_text({ name: isolateText(givenName(props.name)) }, { locale }),
      },
      toFactsBlock(props, locale, {
        label: m.certificates_mail_revoked_why({}, { locale }),
        value: isolateText(locale === "ar" ? props.toldAr : props.toldEng),
      }),
      { kind: "text", text: m.certificates_mail_revoked_page({}, { locale }) },
    ),
    why: m.certificates_mail_why({}, { locale }),
  }),
  sample: {
    en: { ...sample, toldEng: "The certificate was issued for another person.", toldAr: "صدرت الشهادة لشخص آخر." },
    ar: { ...sampleAr, toldEng: "The certificate was issued for another person.", toldAr: "صدرت الشهادة لشخص آخر." },
  },
});
