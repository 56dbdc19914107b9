import { fullDate } from "#i18n/dates.ts";
import { givenName } from "#i18n/given-name.ts";
import { localText, type Locale } from "#i18n/locale.ts";
import { compactBlocks, type Block } from "#platform/mail/blocks.ts";
import { isolateText, strong } from "#platform/mail/marks.ts";
import { mailTemplate } from "#platform/mail/templates.server.ts";
import { m } from "#messages";
import {
  attachedBlock,
  courseBlock,
  courseName,
  formatRunDates,
  fitPreview,
  fitSubject,
  sampleCourse,
  sampleSessions,
  shortName,
  venueName,
  type MailedCourse,
  type MailedRun,
} from "#features/catalogue/schedule/mail-course.ts";
import { calendarAttachment } from "./calendar-attachments.server.ts";

/**
 * Data of emails about a changed run: `before` is the run before the change, `now` after it. Emails that an older
 * version queued lack the optional fields.
 */
export interface RunMailProps {
  orderId: number;
  runId: number;
  name: string;
  course: MailedCourse;
  before: MailedRun;
  now: MailedRun;
  /** Whether the reader paid for the seats: true for the buyer, false for an attendee. */
  paid: boolean;
  seats?: number;
  courseUrl: string;
  reason?: { eng: string | null; ar: string | null };
}

/** The reason that staff entered, in the reader's language if available; null without a reason. */
function reasonBlock({ reason }: RunMailProps, locale: Locale): Block | null {
  const text = localText(locale, reason?.eng ?? reason?.ar ?? "", reason?.ar ?? null).text;
  return text === ""
    ? null
    : { kind: "text", text: m.enrolments_mail_run_reason({ reason: isolateText(text) }, { locale }) };
}

const sample: RunMailProps = {
  orderId: 1042,
  runId: 12,
  name: "Sara Nasser",
  course: sampleCourse,
  before: sampleCourse,
  now: {
    ...sampleCourse,
    start_date: "2027-02-09",
    end_date: "2027-02-11",
    sessions: sampleSessions("2027-02-09", 3),
  },
  paid: true,
  seats: 3,
  courseUrl: "https://nama.example/courses/patient-safety-essentials?run=12",
  reason: { eng: "The hall is needed for an examination that week.", ar: "القاعة مطلوبة لاختبار في ذلك الأسبوع." },
};
const sampleAr: RunMailProps = {
  ...sample,
  name: "سارة ناصر",
  courseUrl: "https://nama.example/ar/courses/patient-safety-essentials?run=12",
};

const eyebrow = ({ paid, orderId }: RunMailProps, locale: Locale) =>
  paid ? { eyebrow: m.common_order_number({ id: String(orderId) }, { locale }) } : {};
const getSeatCount = ({ seats = 1 }: RunMailProps) => seats;

function getMoveKind({ before, now }: RunMailProps): "dates" | "venue" | "both" {
  const sameDates = before.start_date === now.start_date && before.end_date === now.end_date;
  const sameVenue = before.venue_eng === now.venue_eng && before.venue_ar === now.venue_ar;
  // Also when only the times of the sessions changed.
  if (sameVenue) return "dates";
  return sameDates ? "venue" : "both";
}

function buildMovedPreview(props: RunMailProps, locale: Locale): string {
  const count = getSeatCount(props);
  const dates = formatRunDates(props.now, locale);
  const venue = venueName(props.now, locale);
  switch (getMoveKind(props)) {
    case "dates":
      return m.enrolments_mail_moved_preview({ dates, count }, { locale });
    case "venue":
      return fitPreview(venue, (text) =>
        m.enrolments_mail_moved_venue_preview({ venue: isolateText(text), count }, { locale }),
      );
    case "both":
      return fitPreview(venue, (text) =>
        m.enrolments_mail_moved_both_preview({ dates, venue: isolateText(text), count }, { locale }),
      );
  }
}

const movedHeadings = {
  dates: m.enrolments_mail_moved_heading,
  venue: m.enrolments_mail_moved_venue_heading,
  both: m.enrolments_mail_moved_both_heading,
};

function buildMovedFacts({ before, now }: RunMailProps, move: "dates" | "venue" | "both", locale: Locale): Block {
  const dates =
    move === "venue"
      ? {
          label: m.common_dates({}, { locale }),
          value: m.enrolments_mail_moved_dates_same({ dates: formatRunDates(now, locale) }, { locale }),
        }
      : { label: m.enrolments_mail_moved_before({}, { locale }), value: formatRunDates(before, locale) };
  const venue =
    move === "dates"
      ? {
          label: m.common_venue({}, { locale }),
          value: m.enrolments_mail_moved_venue_same({ venue: isolateText(venueName(now, locale)) }, { locale }),
        }
      : { label: m.enrolments_mail_moved_before_venue({}, { locale }), value: isolateText(venueName(before, locale)) };
  return { kind: "facts", facts: [dates, venue] };
}

export const courseMoved = mailTemplate<RunMailProps>({
  subject: (props, locale) => {
    const subject =
      getMoveKind(props) === "venue" ? m.enrolments_mail_moved_venue_subject : m.enrolments_mail_moved_subject;
    return fitSubject(shortName(props.course, locale), (course) => subject({ course }, { locale }));
  },
  preview: buildMovedPreview,
  content: ({ props, locale, files }) => {
    const move = getMoveKind(props);
    const isVenue = move === "venue";
    const count = getSeatCount(props);
    const suits = strong(
      isVenue ? m.enrolments_mail_moved_venue_suits({}, { locale }) : m.enrolments_mail_moved_suits({}, { locale }),
    );
    const greeting = { name: isolateText(givenName(props.name)) };
    return {
      seal: "moved",
      ...eyebrow(props, locale),
      heading: movedHeadings[move]({}, { locale }),
      blocks: compactBlocks(
        {
          kind: "text",
          text: isVenue
            ? m.enrolments_mail_moved_venue_text(greeting, { locale })
            : m.enrolments_mail_moved_text(greeting, { locale }),
        },
        reasonBlock(props, locale),
        { kind: "text", text: m.enrolments_mail_moved_seats({ count, suits }, { locale }) },
        { kind: "courses", courses: [courseBlock(props.course, props.now, locale)] },
        buildMovedFacts(props, move, locale),
        { kind: "button", label: m.enrolments_mail_place_button({}, { locale }), href: props.courseUrl },
        {
          kind: "panel",
          tone: "quiet",
          title: isVenue
            ? m.enrolments_mail_moved_venue_cannot({}, { locale })
            : m.enrolments_mail_moved_cannot({}, { locale }),
          text: props.paid
            ? m.enrolments_mail_moved_cannot_text({}, { locale })
            : m.enrolments_mail_moved_cannot_seat({}, { locale }),
        },
        attachedBlock(files, m.enrolments_mail_attached_updates({}, { locale }), locale),
        // Attendees of an online course do not travel.
        props.now.delivery !== "online" && {
          kind: "text",
          quiet: true,
          text: m.enrolments_mail_travel_check({}, { locale }),
        },
      ),
      why: m.enrolments_mail_why_seats({ count }, { locale }),
    };
  },
  attachments: (ctx, { orderId, runId }, locale) => calendarAttachment(ctx, orderId, locale, runId),
  sample: { en: sample, ar: sampleAr },
});

/** Explains what happens after a cancellation: the refund, or another date. */
function buildNextSteps(locale: Locale): Block[] {
  const formatItem = (message: typeof m.enrolments_mail_cancelled_refund, title: string) =>
    message({ strong: strong(title) }, { locale });
  return [
    { kind: "heading", text: m.enrolments_mail_cancelled_next({}, { locale }) },
    {
      kind: "list",
      numbered: true,
      items: [
        formatItem(m.enrolments_mail_cancelled_refund, m.enrolments_mail_cancelled_refund_title({}, { locale })),
        formatItem(m.enrolments_mail_cancelled_another, m.enrolments_mail_cancelled_another_title({}, { locale })),
      ],
    },
  ];
}

export const courseCancelled = mailTemplate<RunMailProps>({
  subject: ({ course, before }, locale) => {
    const date = fullDate(before.start_date, locale);
    return fitSubject(shortName(course, locale), (text) =>
      m.enrolments_mail_cancelled_subject({ course: text, date }, { locale }),
    );
  },
  preview: ({ paid }, locale) =>
    paid
      ? m.enrolments_mail_cancelled_preview_paid({}, { locale })
      : m.enrolments_mail_cancelled_preview({}, { locale }),
  content: ({ props, locale, files }) => {
    const greeting = {
      name: isolateText(givenName(props.name)),
      course: isolateText(courseName(props.course, locale)),
      dates: formatRunDates(props.before, locale),
    };
    return {
      seal: "cancelled",
      ...eyebrow(props, locale),
      heading: m.enrolments_mail_cancelled_heading({}, { locale }),
      blocks: compactBlocks(
        { kind: "text", text: m.enrolments_mail_cancelled_text(greeting, { locale }) },
        reasonBlock(props, locale),
        ...(props.paid
          ? buildNextSteps(locale)
          : [{ kind: "text" as const, text: m.enrolments_mail_cancelled_seat({}, { locale }) }]),
        { kind: "button", label: m.enrolments_mail_cancelled_button({}, { locale }), href: props.courseUrl },
        { kind: "courses", courses: [courseBlock(props.course, props.before, locale, { off: true })] },
        attachedBlock(files, m.enrolments_mail_attached_removes({ count: 1 }, { locale }), locale),
        props.before.delivery !== "online" && {
          kind: "text",
          quiet: true,
          text: m.enrolments_mail_travel_change({}, { locale }),
        },
      ),
      why: m.enrolments_mail_why_had_seats({ count: getSeatCount(props) }, { locale }),
    };
  },
  attachments: (ctx, { orderId, runId }, locale) => calendarAttachment(ctx, orderId, locale, runId),
  sample: { en: sample, ar: sampleAr },
});

/** Email to everyone with a seat when a date that waited for enough people is confirmed. */
export const courseTakesPlace = mailTemplate<RunMailProps>({
  subject: (props, locale) =>
    fitSubject(shortName(props.course, locale), (course) =>
      m.enrolments_mail_takes_place_subject({ course }, { locale }),
    ),
  preview: ({ now }, locale) =>
    m.enrolments_mail_takes_place_preview({ dates: formatRunDates(now, locale) }, { locale }),
  content: ({ props, locale }) => ({
    seal: "ok",
    ...eyebrow(props, locale),
    heading: m.enrolments_mail_takes_place_heading({}, { locale }),
    blocks: compactBlocks(
      {
        kind: "text",
        text: m.enrolments_mail_takes_place_text({ name: isolateText(givenName(props.name)) }, { locale }),
      },
      { kind: "courses", courses: [courseBlock(props.course, props.now, locale)] },
      { kind: "button", label: m.enrolments_mail_place_button({}, { locale }), href: props.courseUrl },
    ),
    why: m.enrolments_mail_why_seats({ count: getSeatCount(props) }, { locale }),
  }),
  sample: { en: sample, ar: sampleAr },
});
