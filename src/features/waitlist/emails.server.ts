import { givenName } from "#i18n/given-name.ts";
import { untilLabel } from "#i18n/dates.ts";
import type { Locale } from "#i18n/locale.ts";
import { formatSar } from "#i18n/money.ts";
import { compactBlocks } from "#platform/mail/blocks.ts";
import { isolateText, strong, unbroken } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";
import {
  courseBlock,
  courseName,
  formatRunDates,
  fitSubject,
  sampleCourse,
  shortName,
  type MailedCourse,
  type MailedRun,
} from "#features/catalogue/schedule/mail-course.ts";
import type { WaitingEnd } from "#features/seats/offer-rules.ts";

export interface WaitingMailProps {
  name: string;
  course: MailedCourse;
  run: MailedRun;
  seats: number;
  /** SAR with VAT, for all seats. Missing in emails queued by an older version. */
  price?: string;
  taxPercent?: number;
  /** ISO 8601; empty without an offer. */
  endsAt: string;
  offerUrl: string;
  courseUrl: string;
  listUrl: string;
}

const sample: WaitingMailProps = {
  name: "Sara Nasser",
  course: sampleCourse,
  run: sampleCourse,
  seats: 1,
  price: "1380.00",
  taxPercent: 15,
  endsAt: "2026-11-22T15:00:00.000Z",
  offerUrl: "https://nama.example/waiting-list/31",
  courseUrl: "https://nama.example/courses/patient-safety-essentials",
  listUrl: "https://nama.example/my-courses",
};
const toArabicUrl = (url: string) => url.replace("nama.example/", "nama.example/ar/");
const sampleAr: WaitingMailProps = {
  ...sample,
  name: "سارة ناصر",
  offerUrl: toArabicUrl(sample.offerUrl),
  courseUrl: toArabicUrl(sample.courseUrl),
  listUrl: toArabicUrl(sample.listUrl),
};

const formatOfferEnd = ({ endsAt }: WaitingMailProps, locale: Locale) => unbroken(untilLabel(new Date(endsAt), locale));

const toPriceFields = ({ price, taxPercent }: WaitingMailProps, locale: Locale) =>
  price !== undefined && taxPercent !== undefined
    ? {
        price: {
          label: m.waiting_price({ percent: taxPercent }, { locale }),
          amount: formatSar(price, locale),
          isSum: true,
        },
      }
    : {};

/** Email about an offer: a seat was freed and is held for the first entry. */
export const waitingOffer = mailTemplate<WaitingMailProps>({
  subject: ({ course }, locale) =>
    fitSubject(shortName(course, locale), (text) => m.waiting_mail_offer_subject({ course: text }, { locale })),
  preview: (props, locale) => m.waiting_mail_offer_preview({ time: formatOfferEnd(props, locale) }, { locale }),
  content: ({ props, locale }) => ({
    heading: m.waiting_offer_title({ count: props.seats }, { locale }),
    blocks: compactBlocks(
      {
        kind: "text",
        text: m.waiting_mail_offer_text(
          { name: isolateText(givenName(props.name)), count: props.seats, time: strong(formatOfferEnd(props, locale)) },
          { locale },
        ),
      },
      { kind: "button", label: m.waiting_see_offer({}, { locale }), href: props.offerUrl },
      { kind: "courses", courses: [courseBlock(props.course, props.run, locale, toPriceFields(props, locale))] },
      { kind: "text", quiet: true, text: m.waiting_mail_offer_else({}, { locale }) },
    ),
    why: m.waiting_mail_why({}, { locale }),
  }),
  sample: { en: sample, ar: sampleAr },
});

/**
 * News about an entry: it ended, or the run moved. Only emails queued by older versions have `missed`, because those
 * versions kept an entry after its first missed offer.
 */
export type WaitingNews = "missed" | "moved" | Exclude<WaitingEnd, "bought" | "left" | "declined">;

interface NewsProps extends WaitingMailProps {
  news: WaitingNews;
}

type NewsMessage = (input: object, options: { locale: Locale }) => string;
const subjects: Record<WaitingNews, (input: { course: string }, options: { locale: Locale }) => string> = {
  missed: m.waiting_mail_missed_subject,
  moved: m.waiting_mail_moved_subject,
  unanswered: m.waiting_mail_over_subject,
  "taken-off": m.waiting_mail_over_subject,
  "sale-ended": m.waiting_mail_over_subject,
  "run-cancelled": m.waiting_mail_cancelled_subject,
};
const headings: Record<WaitingNews, NewsMessage> = {
  missed: m.waiting_mail_missed_heading,
  moved: m.waiting_mail_moved_heading,
  unanswered: m.waiting_mail_over_heading,
  "taken-off": m.waiting_mail_over_heading,
  "sale-ended": m.waiting_mail_over_heading,
  "run-cancelled": m.waiting_mail_cancelled_heading,
};
const texts: Record<WaitingNews, (input: { name: string; course: string }, options: { locale: Locale }) => string> = {
  missed: m.waiting_mail_missed_text,
  moved: m.waiting_mail_moved_text,
  unanswered: m.waiting_mail_unanswered_text,
  "taken-off": m.waiting_mail_taken_off_text,
  "sale-ended": m.waiting_mail_sale_ended_text,
  "run-cancelled": m.waiting_mail_cancelled_text,
};
const isStillWaiting = (news: WaitingNews) => news === "missed" || news === "moved";

export const waitingNews = mailTemplate<NewsProps>({
  subject: ({ course, news }, locale) =>
    fitSubject(shortName(course, locale), (text) => subjects[news]({ course: text }, { locale })),
  preview: ({ run }, locale) => m.waiting_mail_news_preview({ dates: formatRunDates(run, locale) }, { locale }),
  content: ({ props, locale }) => ({
    ...(props.news === "run-cancelled" && { seal: "cancelled" as const }),
    heading: headings[props.news]({}, { locale }),
    blocks: compactBlocks(
      {
        kind: "text",
        text: texts[props.news](
          { name: isolateText(givenName(props.name)), course: isolateText(courseName(props.course, locale)) },
          { locale },
        ),
      },
      {
        kind: "courses",
        courses: [courseBlock(props.course, props.run, locale, { off: props.news === "run-cancelled" })],
      },
      isStillWaiting(props.news)
        ? { kind: "button", label: m.common_my_courses({}, { locale }), href: props.listUrl }
        : { kind: "button", label: m.waiting_to_course({}, { locale }), href: props.courseUrl },
    ),
    why: m.waiting_mail_why({}, { locale }),
  }),
  sample: { en: { ...sample, news: "missed" }, ar: { ...sampleAr, news: "missed" } },
});
