import { givenName } from "#i18n/given-name.ts";
import type { Locale } from "#i18n/locale.ts";
import { compactBlocks } from "#platform/mail/blocks.ts";
import { clean, ltr, isolateText } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";
import {
  attachedBlock,
  bringBlocks,
  cityName,
  courseBlock,
  formatRunDates,
  fitSubject,
  maxPreviewLength,
  sampleCourse,
  shortName,
  type MailedCourse,
  type MailedRun,
} from "#features/catalogue/schedule/mail-course.ts";
import { calendarAttachment, lostSeatAttachment } from "./calendar-attachments.server.ts";

/** Data of emails to attendees. Without prices, which only the buyer may see. Dates are `YYYY-MM-DD`. */
export interface AttendeeMailProps {
  orderId: number;
  runId: number;
  name: string;
  /** Name of the buyer; empty when the account no longer exists, and for a free seat. */
  buyer: string;
  /** Whether the seat is free: nobody paid for it. */
  isFree?: boolean;
  /** Whether the attendee paid for the seat that staff cancelled, so that finance decides about a refund. */
  isPaid?: boolean;
  /** Whether the course has ended. */
  isOver?: boolean;
  /** The staff's reason for cancelling the seat. */
  reason?: string;
  /** Name of the person to whom the attendee gave their own seat. */
  givenTo?: string;
  scfhsNumber: string;
  courseUrl: string;
  /** Page on which the attendee changes their details; null without an account. */
  accountUrl: string | null;
  /** Missing in older queued emails. */
  ticketUrl?: string;
  course: MailedCourse & MailedRun;
}

const sample: AttendeeMailProps = {
  orderId: 1042,
  runId: 12,
  name: "Omar Khalid",
  buyer: "Sara Nasser",
  scfhsNumber: "00-RN-0000002",
  courseUrl: "https://nama.example/courses/patient-safety-essentials?run=12",
  accountUrl: "https://nama.example/profile",
  ticketUrl: "https://nama.example/ticket/AAAAKmq4y0vD8Yh2Zk1tQwXbN7s",
  course: sampleCourse,
};
const sampleAr: AttendeeMailProps = {
  ...sample,
  name: "عمر خالد",
  buyer: "سارة ناصر",
  courseUrl: "https://nama.example/ar/courses/patient-safety-essentials?run=12",
  accountUrl: "https://nama.example/ar/profile",
  ticketUrl: "https://nama.example/ar/ticket/AAAAKmq4y0vD8Yh2Zk1tQwXbN7s",
};

/**
 * Whether an English subject may start with the buyer's name. The name must be Latin, so that the subject starts in its
 * own script, and short.
 */
const canStartSubject = (buyer: string) => /^\p{Script=Latin}[\p{Script=Latin}\p{M} .’'-]{1,23}$/u.test(buyer);

/** Email to each attendee of a paid order except the buyer. */
export const attendeeSeat = mailTemplate<AttendeeMailProps>({
  subject: ({ course, buyer: buyerName, isFree }, locale) => {
    const buyer = clean(buyerName);
    if (isFree)
      return fitSubject(shortName(course, locale), (text) =>
        m.enrolments_mail_free_subject({ course: text }, { locale }),
      );
    return fitSubject(shortName(course, locale), (text) =>
      locale === "en" && canStartSubject(buyer)
        ? m.enrolments_mail_place_subject({ buyer, course: text }, { locale })
        : m.enrolments_mail_place_subject_plain({ course: text }, { locale }),
    );
  },
  preview: ({ course, isFree }, locale) => {
    const dates = formatRunDates(course, locale);
    const formatPreview = (when: string) =>
      (isFree ? m.enrolments_mail_free_preview : m.enrolments_mail_place_preview)({ when }, { locale });
    const fullPreview = formatPreview(
      `${dates}${locale === "ar" ? "، " : ", "}${isolateText(cityName(course, locale))}`,
    );
    return fullPreview.length <= maxPreviewLength ? fullPreview : formatPreview(dates);
  },
  content: ({ props, locale, files }) => {
    const buyer = isolateText(props.buyer);
    const name = isolateText(givenName(props.name));
    const { isFree = false } = props;
    return {
      seal: "seat",
      heading: m.enrolments_mail_place_heading({}, { locale }),
      blocks: compactBlocks(
        {
          kind: "text",
          text: isFree
            ? m.enrolments_mail_free_text({ name }, { locale })
            : m.enrolments_mail_place_text({ name, buyer }, { locale }),
        },
        { kind: "courses", courses: [courseBlock(props.course, props.course, locale)] },
        {
          kind: "facts",
          facts: [
            { label: m.enrolments_mail_place_name({}, { locale }), value: isolateText(props.name), strong: true },
            ...(props.scfhsNumber
              ? [{ label: m.enrolments_mail_place_scfhs({}, { locale }), value: ltr(props.scfhsNumber), strong: true }]
              : []),
            ...(isFree ? [] : [{ label: m.enrolments_mail_booked_by({}, { locale }), value: buyer }]),
          ],
        },
        props.ticketUrl !== undefined && {
          kind: "button",
          label: m.enrolments_mail_place_ticket({}, { locale }),
          href: props.ticketUrl,
        },
        {
          kind: "button",
          label: m.enrolments_mail_place_button({}, { locale }),
          href: props.courseUrl,
          tone: props.ticketUrl === undefined ? "primary" : "outlined",
        },
        { kind: "text", text: m.enrolments_mail_place_wrong({}, { locale }) },
        ...bringBlocks([props.course], locale),
        { kind: "heading", text: m.enrolments_mail_place_cannot({}, { locale }) },
        {
          kind: "text",
          text: isFree
            ? m.enrolments_mail_free_cannot_text({}, { locale })
            : m.enrolments_mail_place_cannot_text({ buyer }, { locale }),
        },
        attachedBlock(files, m.enrolments_mail_attached_calendar({ count: 1 }, { locale }), locale),
        {
          kind: "text",
          quiet: true,
          text: isFree
            ? m.enrolments_mail_returned_unexpected_plain({}, { locale })
            : m.enrolments_mail_place_unexpected({ buyer }, { locale }),
        },
      ),
      why: isFree
        ? m.enrolments_mail_why_seats({ count: 1 }, { locale })
        : m.enrolments_mail_why_place({ buyer }, { locale }),
    };
  },
  attachments: (ctx, { orderId, runId }, locale) => calendarAttachment(ctx, orderId, locale, runId),
  sample: { en: sample, ar: sampleAr },
});

const getUnexpectedText = ({ buyer }: AttendeeMailProps, locale: Locale) =>
  buyer
    ? m.enrolments_mail_returned_unexpected({ buyer: isolateText(buyer) }, { locale })
    : m.enrolments_mail_returned_unexpected_plain({}, { locale });

function getCancelledText({ name: fullName, buyer }: AttendeeMailProps, locale: Locale): string {
  const name = isolateText(givenName(fullName));
  return buyer
    ? m.enrolments_mail_returned_text({ name, buyer: isolateText(buyer) }, { locale })
    : m.enrolments_mail_returned_text_plain({ name }, { locale });
}

/** Email to the same people when their seat is refunded. The buyer's account may no longer exist by then. */
export const attendeeSeatCancelled = mailTemplate<AttendeeMailProps>({
  subject: ({ course }, locale) =>
    fitSubject(shortName(course, locale), (text) => m.enrolments_mail_returned_subject({ course: text }, { locale })),
  preview: ({ course }, locale) =>
    m.enrolments_mail_returned_preview({ dates: formatRunDates(course, locale) }, { locale }),
  content: ({ props, locale, files }) => ({
    seal: "cancelled",
    heading: m.enrolments_mail_returned_heading({}, { locale }),
    blocks: compactBlocks(
      { kind: "text", text: getCancelledText(props, locale) },
      { kind: "courses", courses: [courseBlock(props.course, props.course, locale, { off: true })] },
      props.buyer !== "" && {
        kind: "facts",
        facts: [{ label: m.enrolments_mail_booked_by({}, { locale }), value: isolateText(props.buyer) }],
      },
      { kind: "button", label: m.enrolments_mail_place_button({}, { locale }), href: props.courseUrl },
      attachedBlock(files, m.enrolments_mail_attached_removes({ count: 1 }, { locale }), locale),
      { kind: "text", quiet: true, text: getUnexpectedText(props, locale) },
    ),
    why: m.enrolments_mail_why_returned({}, { locale }),
  }),
  attachments: lostSeatAttachment,
  sample: { en: sample, ar: sampleAr },
});
