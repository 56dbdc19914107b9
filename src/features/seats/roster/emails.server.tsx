import { attendeeSeat, type AttendeeMailProps } from "#features/seats/attendee-emails.server.tsx";
import { lostSeatAttachment } from "#features/seats/calendar-attachments.server.ts";
import {
  attachedBlock,
  courseBlock,
  formatRunDates,
  fitSubject,
  shortName,
} from "#features/catalogue/schedule/mail-course.ts";
import { givenName } from "#i18n/given-name.ts";
import type { Locale } from "#i18n/locale.ts";
import { compactBlocks } from "#platform/mail/blocks.ts";
import { isolateText } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";

/** Texts of an email to someone who no longer has a seat. */
interface LostSeatTexts {
  subject(course: string, locale: Locale): string;
  preview(dates: string, locale: Locale): string;
  heading(locale: Locale): string;
  text(name: string, locale: Locale, props: AttendeeMailProps): string;
  wrong(locale: Locale): string;
}

const lostSeatTemplate = (texts: LostSeatTexts) =>
  mailTemplate<AttendeeMailProps>({
    subject: ({ course }, locale) => fitSubject(shortName(course, locale), (text) => texts.subject(text, locale)),
    preview: ({ course }, locale) => texts.preview(formatRunDates(course, locale), locale),
    content: ({ props, locale, files }) => ({
      seal: "cancelled",
      heading: texts.heading(locale),
      blocks: compactBlocks(
        { kind: "text", text: texts.text(isolateText(givenName(props.name)), locale, props) },
        props.reason !== undefined && {
          kind: "facts",
          facts: [{ label: m.common_reason({}, { locale }), value: isolateText(props.reason) }],
        },
        { kind: "courses", courses: [courseBlock(props.course, props.course, locale, { off: true })] },
        { kind: "button", label: m.enrolments_mail_place_button({}, { locale }), href: props.courseUrl },
        attachedBlock(files, m.enrolments_mail_attached_removes({ count: 1 }, { locale }), locale),
        { kind: "text", quiet: true, text: texts.wrong(locale) },
      ),
      why: m.enrolments_mail_why_returned({}, { locale }),
    }),
    attachments: lostSeatAttachment,
    sample: attendeeSeat.sample,
  });

/** Email to the former attendee of a seat that staff, the buyer or the attendee gave to someone else. */
export const seatGivenOn = lostSeatTemplate({
  subject: (course, locale) => m.roster_mail_given_on_subject({ course }, { locale }),
  preview: (dates, locale) => m.roster_mail_given_on_preview({ dates }, { locale }),
  heading: (locale) => m.roster_mail_given_on_heading({}, { locale }),
  text: (name, locale, { givenTo }) =>
    givenTo === undefined
      ? m.roster_mail_given_on_text({ name }, { locale })
      : m.roster_mail_given_on_text_own({ name, person: isolateText(givenTo) }, { locale }),
  wrong: (locale) => m.enrolments_mail_returned_unexpected_plain({}, { locale }),
});

/** Email to the attendee of a single seat that staff cancelled. */
export const seatCancelled = lostSeatTemplate({
  subject: (course, locale) => m.roster_mail_cancelled_subject({ course }, { locale }),
  preview: (dates, locale) => m.roster_mail_cancelled_preview({ dates }, { locale }),
  heading: (locale) => m.roster_mail_cancelled_heading({}, { locale }),
  text: (name, locale, { isPaid }) =>
    (isPaid ? m.roster_mail_cancelled_text_paid : m.roster_mail_cancelled_text)({ name }, { locale }),
  wrong: (locale) => m.roster_mail_cancelled_wrong({}, { locale }),
});

/** Email that asks an attendee for their SCFHS number. Someone without an account sends it by reply. */
export const scfhsWanted = mailTemplate<AttendeeMailProps>({
  subject: ({ course }, locale) =>
    fitSubject(shortName(course, locale), (text) => m.roster_mail_number_subject({ course: text }, { locale })),
  preview: ({ course }, locale) => m.roster_mail_number_preview({ dates: formatRunDates(course, locale) }, { locale }),
  content: ({ props, locale }) => ({
    heading: m.roster_mail_number_heading({}, { locale }),
    blocks: compactBlocks(
      {
        kind: "text",
        text: (props.isOver ? m.roster_mail_number_text_after : m.roster_mail_number_text)(
          { name: isolateText(givenName(props.name)) },
          { locale },
        ),
      },
      { kind: "courses", courses: [courseBlock(props.course, props.course, locale)] },
      props.accountUrl !== null && {
        kind: "button",
        label: m.roster_mail_number_button({}, { locale }),
        href: props.accountUrl,
      },
      {
        kind: "text",
        text:
          props.accountUrl === null
            ? m.roster_mail_number_reply({}, { locale })
            : m.roster_mail_number_or_reply({}, { locale }),
      },
      !props.isOver && { kind: "text", quiet: true, text: m.roster_mail_number_none({}, { locale }) },
    ),
    why: (props.isOver ? m.roster_mail_number_why_after : m.roster_mail_number_why)({}, { locale }),
  }),
  sample: attendeeSeat.sample,
});
