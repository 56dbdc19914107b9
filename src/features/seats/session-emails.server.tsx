import { givenName } from "#i18n/given-name.ts";
import type { Locale } from "#i18n/locale.ts";
import { riyadhInstant } from "#i18n/dates.ts";
import { sessionLines } from "#i18n/session-times.ts";
import { compactBlocks, type Block } from "#platform/mail/blocks.ts";
import { isolateText } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";
import {
  attachedBlock,
  courseBlock,
  formatRunDates,
  fitSubject,
  shortName,
} from "#features/catalogue/schedule/mail-course.ts";
import { calendarAttachment } from "./calendar-attachments.server.ts";
import type { RunMailProps } from "./run-emails.server.tsx";

const sampleSession = (day: string, from: string, to: string) => ({
  starts_at: riyadhInstant(day, from).toISOString(),
  ends_at: riyadhInstant(day, to).toISOString(),
  joining_url: null,
});
const evenings = ["2027-01-28", "2027-02-04", "2027-02-11", "2027-02-18"];
const online = {
  start_date: "2027-01-28",
  end_date: "2027-02-18",
  venue_eng: "Online, live",
  venue_ar: "عن بُعد، مباشر",
  days: 4,
  hours: 12,
  delivery: "online",
  accreditation_number: "DEMO-CPD-0113",
} as const;
const joinUrl = "https://meet.example.com/research-methods";
const sample: RunMailProps = {
  orderId: 1042,
  runId: 13,
  name: "Sara Nasser",
  course: { name_eng: "Research methods for busy clinicians", name_ar: "مناهج البحث للممارسين" },
  before: { ...online, sessions: evenings.map((day) => sampleSession(day, "16:00", "19:00")) },
  now: {
    ...online,
    sessions: evenings.map((day) => ({ ...sampleSession(day, "17:00", "20:00"), joining_url: joinUrl })),
    joins: true,
  },
  paid: true,
  seats: 1,
  courseUrl: "https://nama.example/courses/research-methods?run=13",
};
const sampleAr: RunMailProps = {
  ...sample,
  name: "سارة ناصر",
  courseUrl: "https://nama.example/ar/courses/research-methods?run=13",
};

const eyebrow = ({ paid, orderId }: RunMailProps, locale: Locale) =>
  paid ? { eyebrow: m.common_order_number({ id: String(orderId) }, { locale }) } : {};
const formatSubject = (
  { course }: RunMailProps,
  subject: typeof m.enrolments_mail_times_subject,
  locale: Locale,
): string => fitSubject(shortName(course, locale), (text) => subject({ course: text }, { locale }));
const hasLink = ({ now }: RunMailProps) =>
  (now.sessions ?? []).some((session) => "joining_url" in session && session.joining_url);

const currentCourseBlock = ({ course, now }: RunMailProps, locale: Locale): Block => ({
  kind: "courses",
  courses: [courseBlock(course, now, locale)],
});
const courseButton = ({ courseUrl }: RunMailProps, locale: Locale): Block => ({
  kind: "button",
  label: m.enrolments_mail_place_button({}, { locale }),
  href: courseUrl,
});
const privateLinkBlock = (props: RunMailProps, locale: Locale): Block | false =>
  hasLink(props) && { kind: "text", quiet: true, text: m.enrolments_mail_link_private({}, { locale }) };

/** Whether the email announces times for the first time, not changed times. */
const isFirst = ({ before }: RunMailProps) => (before.sessions ?? []).length === 0;

export const courseTimes = mailTemplate<RunMailProps>({
  subject: (props, locale) =>
    formatSubject(
      props,
      isFirst(props) ? m.enrolments_mail_times_first_subject : m.enrolments_mail_times_subject,
      locale,
    ),
  preview: (props, locale) => {
    const preview = isFirst(props) ? m.enrolments_mail_times_first_preview : m.enrolments_mail_times_preview;
    return preview({ dates: formatRunDates(props.now, locale) }, { locale });
  },
  content: ({ props, locale, files }) => {
    const isFirstTime = isFirst(props);
    const name = isolateText(givenName(props.name));
    return {
      seal: "moved",
      ...eyebrow(props, locale),
      heading: isFirstTime
        ? m.enrolments_mail_times_first_heading({}, { locale })
        : m.enrolments_mail_times_heading({}, { locale }),
      blocks: compactBlocks(
        {
          kind: "text",
          text: isFirstTime
            ? m.enrolments_mail_times_first_text({ name }, { locale })
            : m.enrolments_mail_times_text({ name }, { locale }),
        },
        currentCourseBlock(props, locale),
        !isFirstTime && {
          kind: "facts",
          facts: [
            {
              label: m.enrolments_mail_times_before({}, { locale }),
              value: sessionLines(props.before.sessions ?? [], locale),
            },
          ],
        },
        courseButton(props, locale),
        !isFirstTime && {
          kind: "panel",
          tone: "quiet",
          title: m.enrolments_mail_times_cannot({}, { locale }),
          text: props.paid
            ? m.enrolments_mail_moved_cannot_text({}, { locale })
            : m.enrolments_mail_moved_cannot_seat({}, { locale }),
        },
        attachedBlock(files, m.enrolments_mail_attached_updates({}, { locale }), locale),
        privateLinkBlock(props, locale),
      ),
      why: m.enrolments_mail_why_seats({ count: props.seats ?? 1 }, { locale }),
    };
  },
  attachments: (ctx, { orderId, runId }, locale) => calendarAttachment(ctx, orderId, locale, runId),
  sample: { en: sample, ar: sampleAr },
});

export const courseLink = mailTemplate<RunMailProps>({
  subject: (props, locale) => formatSubject(props, m.enrolments_mail_link_subject, locale),
  preview: ({ now }, locale) => m.enrolments_mail_link_preview({ dates: formatRunDates(now, locale) }, { locale }),
  content: ({ props, locale, files }) => {
    const name = isolateText(givenName(props.name));
    return {
      ...eyebrow(props, locale),
      heading: m.enrolments_mail_link_heading({}, { locale }),
      blocks: compactBlocks(
        {
          kind: "text",
          text: hasLink(props)
            ? m.enrolments_mail_link_text({ name }, { locale })
            : m.enrolments_mail_link_gone_text({ name }, { locale }),
        },
        currentCourseBlock(props, locale),
        courseButton(props, locale),
        attachedBlock(files, m.enrolments_mail_attached_updates({}, { locale }), locale),
        privateLinkBlock(props, locale),
      ),
      why: m.enrolments_mail_why_seats({ count: props.seats ?? 1 }, { locale }),
    };
  },
  attachments: (ctx, { orderId, runId }, locale) => calendarAttachment(ctx, orderId, locale, runId),
  sample: { en: { ...sample, before: sample.now }, ar: { ...sampleAr, before: sample.now } },
});
