import {
  courseBlock,
  fitSubject,
  sampleCourse,
  shortName,
  type MailedCourse,
  type MailedRun,
} from "#features/catalogue/schedule/mail-course.ts";
import { runKey, runLink } from "#features/catalogue/schedule/private-runs.server.ts";
import { quotationAttachment } from "#features/settlement/quotes/quote.server.ts";
import { weekdayRange } from "#i18n/dates.ts";
import { formatSar } from "#i18n/money.ts";
import { programLabel, type Program } from "#features/contact/programs.ts";
import { riyadhMoment } from "#i18n/riyadh-clock.ts";
import { compactBlocks } from "#platform/mail/blocks.ts";
import { clean, isolateText } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";

export interface EnquiryReplyProps {
  kind: "demo" | "contact";
  text: string;
  /** Name of the staff member who wrote the reply. */
  author: string;
  program: Program | null;
  /** The sender's message; empty when they only left contact details. */
  message: string;
  at: string;
}

const splitLines = (text: string) =>
  text
    .split(/\n+/)
    .map((line) => clean(line))
    .filter(Boolean);

/** Enough lines for the sender to recognise their message. */
const maxQuotedLines = 30;

/** Email to the sender of a request, with a reply that staff wrote. */
export const enquiryReply = mailTemplate<EnquiryReplyProps>({
  subject: ({ program }, locale) =>
    program
      ? m.inbox_mail_subject_demo({ program: programLabel(program, locale) }, { locale })
      : m.inbox_mail_subject_contact({}, { locale }),
  preview: ({ author }, locale) => m.inbox_mail_preview({ name: clean(author) }, { locale }),
  content: ({ props: { text, author, program, message, at }, locale }) => {
    const questionLines = splitLines(message).slice(0, maxQuotedLines);
    const writtenOn = riyadhMoment(new Date(at), locale);
    return {
      heading: program ? m.inbox_mail_heading_demo({}, { locale }) : m.inbox_mail_heading_contact({}, { locale }),
      blocks: compactBlocks(
        ...splitLines(text).map((line) => ({ kind: "text" as const, text: isolateText(line) })),
        { kind: "text", text: m.inbox_mail_signature({ name: isolateText(author) }, { locale }) },
        questionLines.length > 0 && {
          kind: "text",
          quiet: true,
          text: m.inbox_mail_you_wrote({ date: writtenOn }, { locale }),
        },
        questionLines.length > 0 && { kind: "quote", paragraphs: questionLines.map((line) => isolateText(line)) },
      ),
      why: m.inbox_mail_why({}, { locale }),
    };
  },
  sample: {
    en: {
      kind: "contact",
      text: "Good morning Nora,\n\nYes: eighteen seats are free on 7 February. The hospital gets one invoice.",
      author: "Omar T.",
      program: null,
      message: "We’d like to run Patient safety essentials for 18 nurses in February.\nIs that possible?",
      at: "2026-11-22T07:42:00.000Z",
    },
    ar: {
      kind: "contact",
      text: "صباح الخير أستاذة نورة،\n\nنعم، يتوفر ثمانية عشر مقعدًا في 7 فبراير، وتصدر فاتورة واحدة باسم المستشفى.",
      author: "عمر ت.",
      program: null,
      message: "نرغب في تدريب ثماني عشرة ممرضة في فبراير.\nهل هذا ممكن؟",
      at: "2026-11-22T07:42:00.000Z",
    },
  },
});

/** A run that is offered to a company. */
export interface OfferProps {
  runId: number;
  /** Seed with which the run's link is signed. */
  linkSeed: string;
  company: string;
  seats: number;
  /** Price of all seats in SAR including VAT. */
  total: string;
  /** Last day to accept, `YYYY-MM-DD`. */
  until: string;
  /** When the offer was made, ISO 8601. */
  at: string;
  course: MailedCourse & MailedRun;
}

interface EnquiryOfferProps extends Pick<EnquiryReplyProps, "text" | "author"> {
  offer: OfferProps;
}

const toRun = ({ runId: id, linkSeed }: OfferProps) => ({ id, linkSeed, visibility: "company" as const });

const offerSample: OfferProps = {
  runId: 12,
  linkSeed: "seed",
  company: "Example General Hospital",
  seats: 12,
  total: "23000.00",
  until: "2026-12-14",
  at: "2026-11-30T07:42:00.000Z",
  course: sampleCourse,
};

/** Email to the sender of a request, with a quotation for their company and a text that staff wrote. */
export const enquiryOffer = mailTemplate<EnquiryOfferProps>({
  subject: ({ offer }, locale) =>
    fitSubject(shortName(offer.course, locale), (course) => m.inbox_mail_offer_subject({ course }, { locale })),
  preview: ({ offer }, locale) =>
    m.inbox_mail_offer_preview({ date: weekdayRange(offer.until, offer.until, locale) }, { locale }),
  link: (ctx, { offer }, locale) => runLink(ctx, { ...toRun(offer), slug: "" }, locale) ?? "",
  attachments: (ctx, { offer }, locale) => {
    const { runId: id, seats, at } = offer;
    return quotationAttachment(ctx, { id, seats, key: runKey(ctx, toRun(offer)), at: new Date(at) }, locale);
  },
  content: ({ props: { text, author, offer }, locale, link, files }) => ({
    heading: m.inbox_mail_offer_heading({}, { locale }),
    blocks: compactBlocks(
      ...splitLines(text).map((line) => ({ kind: "text" as const, text: isolateText(line) })),
      { kind: "courses", courses: [courseBlock(offer.course, offer.course, locale)] },
      {
        kind: "facts",
        facts: [
          { label: m.inbox_mail_offer_for({}, { locale }), value: isolateText(offer.company) },
          { label: m.common_seats({}, { locale }), value: String(offer.seats) },
          { label: m.inbox_mail_offer_total({}, { locale }), value: formatSar(offer.total, locale), strong: true },
          { label: m.quotes_valid_until({}, { locale }), value: weekdayRange(offer.until, offer.until, locale) },
        ],
      },
      { kind: "button", label: m.inbox_mail_offer_button({}, { locale }), href: link },
      files.length > 0 && {
        kind: "attached",
        title: m.inbox_mail_offer_attached({}, { locale }),
        files: files.map((label) => ({ format: "PDF", label })),
      },
      { kind: "text", text: m.inbox_mail_signature({ name: isolateText(author) }, { locale }) },
    ),
    why: m.inbox_mail_why({}, { locale }),
  }),
  sample: {
    en: {
      text: "Good morning Nora,\n\nWe can teach the whole day at your hospital. The quotation is attached.",
      author: "Omar T.",
      offer: offerSample,
    },
    ar: {
      text: "صباح الخير أستاذة نورة،\n\nيسعدنا تقديم اليوم التدريبي كاملًا في مستشفاكم. عرض السعر مرفق.",
      author: "عمر ت.",
      offer: { ...offerSample, company: "مستشفى المثال العام" },
    },
  },
});
