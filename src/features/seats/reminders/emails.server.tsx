import { clockTime, unbroken, formatWeekdayDate } from "#i18n/dates.ts";
import { givenName } from "#i18n/given-name.ts";
import type { Locale } from "#i18n/locale.ts";
import { riyadhClock } from "#i18n/riyadh-clock.ts";
import { compactBlocks, type Block } from "#platform/mail/blocks.ts";
import { ltr, isolateText, strong } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";
import {
  attachedBlock,
  bringBlocks,
  bringItems,
  courseBlock,
  fitPreview,
  fitSubject,
  sampleCourse,
  shortName,
  venueName,
  type MailedCourse,
  type MailedRun,
} from "#features/catalogue/schedule/mail-course.ts";
import { calendarAttachment } from "#features/seats/calendar-attachments.server.ts";

/** Data of a reminder to the attendee of a seat. */
export interface ReminderProps {
  orderId: number;
  runId: number;
  name: string;
  scfhsNumber: string;
  /** Name of the buyer; null when the attendee bought the seat, and empty for a free seat. */
  buyer: string | null;
  /** The course, with joining links. */
  course: MailedCourse & MailedRun;
  ticketUrl: string;
  /** Page on which the attendee changes the details for the certificate; null without an account. */
  detailsUrl: string | null;
}

const sampleTicketUrl = (prefix: string) => `https://nama.example${prefix}/ticket/AAAAKmq4y0vD8Yh2Zk1tQwXbN7s`;
const sample: ReminderProps = {
  orderId: 1042,
  runId: 12,
  name: "Sara Nasser",
  scfhsNumber: "00-RN-0000001",
  buyer: null,
  course: { ...sampleCourse, joins: true },
  ticketUrl: sampleTicketUrl(""),
  detailsUrl: "https://nama.example/profile",
};
const sampleAr: ReminderProps = {
  ...sample,
  name: "سارة ناصر",
  ticketUrl: sampleTicketUrl("/ar"),
  detailsUrl: "https://nama.example/ar/profile",
};

/** Start of the first session; null while times are not confirmed. */
const getFirstStart = ({ course }: ReminderProps): Date | null => {
  const [first] = course.sessions ?? [];
  return first ? new Date(first.starts_at) : null;
};
const formatStartTime = (props: ReminderProps, locale: Locale): string | null => {
  const start = getFirstStart(props);
  return start && unbroken(clockTime(start, locale));
};

/** Joining link of the first session; null for an on-site course and while the link is not known. */
function getJoiningUrl({ course }: ReminderProps): string | null {
  const [first] = course.sessions ?? [];
  return course.delivery === "online" && first && "joining_url" in first ? first.joining_url : null;
}

const ticketButton = ({ ticketUrl }: ReminderProps, tone: "primary" | "outlined", locale: Locale): Block => ({
  kind: "button",
  label: m.enrolments_mail_place_ticket({}, { locale }),
  href: ticketUrl,
  tone,
});

const currentCourseBlock = ({ course }: ReminderProps, locale: Locale): Block => ({
  kind: "courses",
  courses: [courseBlock(course, course, locale)],
});

const cannotText = ({ buyer }: ReminderProps, locale: Locale): string =>
  buyer === null
    ? m.reminders_cannot({}, { locale })
    : buyer === ""
      ? m.enrolments_mail_free_cannot_text({}, { locale })
      : m.enrolments_mail_place_cannot_text({ buyer: isolateText(buyer) }, { locale });

function startText(props: ReminderProps, locale: Locale): string {
  const name = isolateText(givenName(props.name));
  const day = strong(unbroken(formatWeekdayDate(props.course.start_date, locale)));
  const time = formatStartTime(props, locale);
  return time
    ? m.reminders_week_text({ name, day, time: strong(time) }, { locale })
    : m.reminders_week_text_day({ name, day }, { locale });
}

const detailsText = ({ name, scfhsNumber }: ReminderProps, locale: Locale): string =>
  scfhsNumber
    ? m.reminders_details({ name: isolateText(name), number: ltr(scfhsNumber) }, { locale })
    : m.reminders_details_name({ name: isolateText(name) }, { locale });

/** Email to attendees seven days before the first session. */
export const reminderWeek = mailTemplate<ReminderProps>({
  subject: ({ course }, locale) =>
    fitSubject(shortName(course, locale), (text) => m.reminders_week_subject({ course: text }, { locale })),
  preview: (props, locale) => {
    const day = formatWeekdayDate(props.course.start_date, locale);
    const time = formatStartTime(props, locale);
    return fitPreview(venueName(props.course, locale), (text) =>
      time
        ? m.reminders_week_preview({ day, time, venue: isolateText(text) }, { locale })
        : m.reminders_week_preview_day({ day, venue: isolateText(text) }, { locale }),
    );
  },
  content: ({ props, locale, files }) => ({
    heading: m.reminders_week_heading({}, { locale }),
    blocks: compactBlocks(
      { kind: "text", text: startText(props, locale) },
      ticketButton(props, "primary", locale),
      currentCourseBlock(props, locale),
      { kind: "heading", text: m.reminders_check({}, { locale }) },
      { kind: "text", text: detailsText(props, locale) },
      props.detailsUrl !== null && {
        kind: "button",
        label: m.reminders_check({}, { locale }),
        href: props.detailsUrl,
        tone: "outlined",
      },
      ...bringBlocks([props.course], locale),
      { kind: "heading", text: m.enrolments_mail_place_cannot({}, { locale }) },
      { kind: "text", text: cannotText(props, locale) },
      attachedBlock(files, m.enrolments_mail_attached_calendar({ count: 1 }, { locale }), locale),
    ),
    why: m.enrolments_mail_why_seats({ count: 1 }, { locale }),
  }),
  attachments: (ctx, { orderId, runId }, locale) => calendarAttachment(ctx, orderId, locale, runId),
  sample: { en: sample, ar: sampleAr },
});

/** Email to attendees one day before the first session. */
export const reminderDay = mailTemplate<ReminderProps>({
  subject: (props, locale) =>
    fitSubject(shortName(props.course, locale), (text) => {
      const time = formatStartTime(props, locale);
      return time
        ? m.reminders_day_subject({ time, course: text }, { locale })
        : m.reminders_day_subject_plain({ course: text }, { locale });
    }),
  preview: (props, locale) =>
    getJoiningUrl(props) !== null
      ? m.reminders_day_preview_online({}, { locale })
      : fitPreview(venueName(props.course, locale), (text) =>
          m.reminders_day_preview({ venue: isolateText(text) }, { locale }),
        ),
  content: ({ props, locale, files }) => {
    const isOnline = props.course.delivery === "online";
    const joiningUrl = getJoiningUrl(props);
    const start = getFirstStart(props);
    const name = isolateText(givenName(props.name));
    const itemsToBring = bringItems(props.course, locale);
    return {
      heading: isOnline ? m.reminders_day_heading_online({}, { locale }) : m.reminders_day_heading({}, { locale }),
      blocks: compactBlocks(
        {
          kind: "text",
          text: start
            ? m.reminders_day_text({ name, time: strong(riyadhClock(start, locale)) }, { locale })
            : m.reminders_day_text_plain({ name }, { locale }),
        },
        joiningUrl !== null && { kind: "button", label: m.reminders_join({}, { locale }), href: joiningUrl },
        joiningUrl !== null && { kind: "text", quiet: true, text: m.enrolments_mail_link_private({}, { locale }) },
        ticketButton(props, joiningUrl === null ? "primary" : "outlined", locale),
        currentCourseBlock(props, locale),
        isOnline && { kind: "heading", text: m.reminders_before_join({}, { locale }) },
        isOnline && {
          kind: "list",
          items: [m.reminders_test({}, { locale }), m.reminders_full_name({}, { locale }), ...itemsToBring],
        },
        !isOnline && { kind: "heading", text: m.common_what_to_bring({}, { locale }) },
        !isOnline && { kind: "list", items: [m.reminders_bring_ticket({}, { locale }), ...itemsToBring] },
        attachedBlock(files, m.enrolments_mail_attached_calendar({ count: 1 }, { locale }), locale),
      ),
      why: m.enrolments_mail_why_seats({ count: 1 }, { locale }),
    };
  },
  attachments: (ctx, { orderId, runId }, locale) => calendarAttachment(ctx, orderId, locale, runId),
  sample: { en: sample, ar: sampleAr },
});
