import { goneSeatAttachment } from "#features/enrolments/calendar-attachments.server.ts";
import { attendeeSeat, type AttendeeMailProps } from "#features/enrolments/attendee-emails.server.tsx";
import { attachedBlock, courseBlock, datesOf, fitSubject, shortName } from "#features/schedule/mail-course.ts";
import { givenName } from "#i18n/given-name.ts";
import type { Locale } from "#i18n/locale.ts";
import { blocksOf } from "#platform/mail/blocks.ts";
import { named } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";

type Words = (inputs: { name: string }, options: { locale: Locale }) => string;

const goneSeat = (words: { subject: typeof m.roster_mail_given_on_subject; text: Words; heading: () => Words }) =>
  mailTemplate<AttendeeMailProps>({
    subject: ({ course }, locale) =>
      fitSubject(shortName(course, locale), (text) => words.subject({ course: text }, { locale })),
    preview: ({ course }, locale) => m.roster_mail_gone_preview({ dates: datesOf(course, locale) }, { locale }),
    content: ({ props, locale, files }) => ({
      seal: "cancelled",
      heading: words.heading()({ name: "" }, { locale }),
      blocks: blocksOf(
        { kind: "text", text: words.text({ name: named(givenName(props.name)) }, { locale }) },
        { kind: "courses", courses: [courseBlock(props.course, props.course, locale, { off: true })] },
        { kind: "button", label: m.enrolments_mail_place_button({}, { locale }), href: props.courseUrl },
        attachedBlock(files, m.enrolments_mail_attached_removes({ count: 1 }, { locale }), locale),
        { kind: "text", quiet: true, text: m.enrolments_mail_returned_unexpected_plain({}, { locale }) },
      ),
      why: m.enrolments_mail_why_returned({}, { locale }),
    }),
    attachments: goneSeatAttachment,
    sample: attendeeSeat.sample,
  });

/** To whom a seat was, when staff give it to somebody else. */
export const seatGivenOn = goneSeat({
  subject: m.roster_mail_given_on_subject,
  heading: () => m.roster_mail_given_on_heading as Words,
  text: m.roster_mail_given_on_text,
});

/** To whom a seat was, when staff cancel it alone. */
export const seatCancelled = goneSeat({
  subject: m.roster_mail_cancelled_subject,
  heading: () => m.roster_mail_cancelled_heading as Words,
  text: m.roster_mail_cancelled_text,
});
