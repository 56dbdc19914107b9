import { daysBetween, addDays, clockTime, dayAndMonth, monthOnLeaf, riyadhInstant, weekdayRange } from "#i18n/dates.ts";
import { localText, type Locale } from "#i18n/locale.ts";
import { joiningLinks, type JoinableSession } from "#i18n/joining-links.ts";
import { sessionLines, type SessionTimes } from "#i18n/session-times.ts";
import type { Block, CourseBlock } from "#platform/mail/blocks.ts";
import { clean, linked, ltr, isolateText, unbroken } from "#platform/mail/marks.ts";
import { m } from "#messages";

interface MappedVenue {
  venue_eng: string;
  address_eng?: string | null | undefined;
}

/** Link to a public map outside the site; null without a street address. */
export function venueMapUrl({ venue_eng, address_eng }: MappedVenue): string | null {
  if (!address_eng) return null;
  const city = venue_eng.split(/[,،]\s*/).at(-1) ?? "";
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(`${address_eng}, ${city}, Saudi Arabia`)}`;
}

export interface MailedCourse {
  name_eng: string;
  name_ar: string | null;
}

/** Dates `YYYY-MM-DD`. Emails queued by an older version lack the optional fields. */
export interface MailedRun {
  start_date: string;
  end_date: string;
  venue_eng: string;
  venue_ar: string | null;
  /** Teaching days; may be fewer than the days from the first to the last. */
  days?: number;
  hours?: number;
  delivery?: "onsite" | "online";
  address_eng?: string | null;
  address_ar?: string | null;
  accreditation_number?: string | null;
  /** Time in Riyadh, such as `08:30`. */
  doors_open?: string | null;
  /** What to bring, one item per line. */
  bring_eng?: string | null;
  bring_ar?: string | null;
  /** Address of the ticket, in emails to the seat's attendee. */
  ticket_url?: string;
  /** Empty until times are confirmed. Only emails to enrolled people contain joining links. */
  sessions?: (SessionTimes | JoinableSession)[];
  /** Whether the reader is enrolled, so that the email explains how to join an online run. */
  joins?: boolean;
}

/** Builds sample sessions from 09:00 to 15:00. */
export const sampleSessions = (startDate: string, days: number): SessionTimes[] =>
  Array.from({ length: days }, (_, index) => addDays(startDate, index)).map((date) => ({
    starts_at: riyadhInstant(date, "09:00").toISOString(),
    ends_at: riyadhInstant(date, "15:00").toISOString(),
  }));

export const sampleCourse: MailedCourse & MailedRun = {
  name_eng: "Patient safety essentials for clinical teams",
  name_ar: "أساسيات سلامة المرضى للفرق السريرية",
  start_date: "2027-01-12",
  end_date: "2027-01-14",
  venue_eng: "Training centre, Riyadh",
  venue_ar: "مركز التدريب، الرياض",
  days: 3,
  hours: 18,
  delivery: "onsite",
  address_eng: "Ground floor, Example Tower, King Fahd Road",
  address_ar: "الدور الأرضي، برج المثال، طريق الملك فهد",
  accreditation_number: "DEMO-CPD-0101",
  doors_open: "08:30",
  bring_eng: "Photo ID and your SCFHS card\nOne policy or incident form from your department, without names",
  bring_ar: "الهوية وبطاقة الهيئة\nسياسة أو نموذج بلاغ من القسم دون أسماء",
  sessions: sampleSessions("2027-01-12", 3),
};

const countSpanDays = ({ start_date, end_date }: MailedRun) => daysBetween(start_date, end_date) + 1;

/** Formats first and last day with weekdays, each without a line break. */
export const formatRunDates = ({ start_date, end_date }: MailedRun, locale: Locale): string =>
  unbroken(weekdayRange(start_date, end_date, locale));

/** Formats `3 days`, or `4 days within these dates` when they are not consecutive. */
export function formatRunDays(run: MailedRun, locale: Locale): string {
  const days = m.catalogue_days({ count: run.days ?? countSpanDays(run) }, { locale });
  return (run.days ?? countSpanDays(run)) < countSpanDays(run)
    ? m.schedule_mail_days_within({ days }, { locale })
    : days;
}

function doorsLine({ delivery, doors_open, start_date }: MailedRun, locale: Locale): string[] {
  if (!doors_open || delivery === "online") return [];
  const time = unbroken(clockTime(riyadhInstant(start_date, doors_open), locale));
  return [m.schedule_mail_doors({ time }, { locale })];
}

/** Lists what to bring, item by item; empty when the run does not say. */
export function bringItems({ bring_eng, bring_ar }: MailedRun, locale: Locale): string[] {
  const { text } = localText(locale, bring_eng ?? bring_ar ?? "", bring_ar ?? null);
  return text.split("\n").filter(Boolean).map(isolateText);
}

/** Builds the list of what to bring, with the course of each item when there are several. Empty when no run has any. */
export function bringBlocks(courses: readonly (MailedCourse & MailedRun)[], locale: Locale): Block[] {
  const items = courses.flatMap((course) => {
    const things = bringItems(course, locale);
    if (courses.length === 1) return things;
    const short = isolateText(shortName(course, locale));
    return things.map((thing) => m.schedule_mail_bring_of({ course: short, thing }, { locale }));
  });
  if (items.length === 0) return [];
  return [
    { kind: "heading", text: m.common_what_to_bring({}, { locale }) },
    { kind: "list", items },
  ];
}

export const venueName = ({ venue_eng, venue_ar }: MailedRun, locale: Locale): string =>
  clean(localText(locale, venue_eng, venue_ar).text);

/** Formats the street address with a link to a map; empty without one. */
function addressLines(run: MailedRun, locale: Locale): string[] {
  const map = venueMapUrl(run);
  if (!run.address_eng || !map || run.delivery === "online") return [];
  const address = clean(localText(locale, run.address_eng, run.address_ar ?? null).text);
  return [isolateText(address), linked(m.schedule_mail_map({}, { locale }), map)];
}

/** The city at the end of a venue; the whole venue for an online course. */
export function cityName(run: MailedRun, locale: Locale): string {
  const venue = venueName(run, locale);
  return run.delivery === "online" ? venue : (venue.split(/[,،]\s*/).at(-1) ?? venue);
}

export const courseName = (course: MailedCourse, locale: Locale): string =>
  clean(localText(locale, course.name_eng, course.name_ar).text);

/** Connecting words that a shortened name must not end with. */
const connectingWords =
  /(?:\s+(?:a|an|the|and|or|of|for|in|on|at|to|by|with|from|after|before|و|أو|في|من|إلى|على|عن|مع|قبل|بعد))+$/u;

/** Shortens a text between words to at most `max` characters, and not after a connecting word. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, Math.max(max, 2) - 1);
  const words = head.includes(" ") ? head.replace(/\s+\S*$/u, "").replace(connectingWords, "") : head;
  return `${words.replace(/[\s,،;:–-]+$/u, "").replace(/[\ud800-\udbff]$/, "")}…`;
}

const subtitle: Record<Locale, RegExp> = { en: /:| for /, ar: /:| (?=لل)/ };

/** Shortens a course's name for a subject: up to its colon or "for", when at least two words are left. */
export function shortName(course: MailedCourse, locale: Locale): string {
  const { text, lang } = localText(locale, course.name_eng, course.name_ar);
  const head = clean(text).split(subtitle[lang], 1)[0]?.trim() ?? "";
  return head.includes(" ") ? head : clean(text);
}

const maxSubjectLength = 60;
/** Email clients show at most this many characters of a preview. */
export const maxPreviewLength = 95;
const fitText =
  (max: number) =>
  (text: string, insert: (text: string) => string): string =>
    insert(cut(text, Math.max(12, max - insert("").length)));
export const fitSubject = fitText(maxSubjectLength);
export const fitPreview = fitText(maxPreviewLength);

/** Explains how to join an online run; empty for people who are not enrolled. */
export function joiningLines({ delivery, joins, sessions = [] }: MailedRun, locale: Locale): string[] {
  if (delivery !== "online" || !joins) return [];
  const links = joiningLinks(sessions, locale).map(({ label, url }) => linked(label, url));
  return links.length > 0 ? links : [m.common_joining_link_later({}, { locale })];
}

export function courseBlock(
  course: MailedCourse,
  run: MailedRun,
  locale: Locale,
  more: Pick<CourseBlock, "people" | "price" | "off"> = {},
): CourseBlock {
  const { start_date, hours, accreditation_number } = run;
  const days = run.days ?? countSpanDays(run);
  const accreditation =
    accreditation_number && hours
      ? m.schedule_mail_accredited(
          { hours: m.catalogue_cme_hours({ count: hours }, { locale }), number: ltr(accreditation_number) },
          { locale },
        )
      : null;
  return {
    leaf: {
      month: monthOnLeaf(start_date, locale),
      day: dayAndMonth(start_date, locale).split(" ")[0] ?? "",
      days: m.catalogue_days({ count: days }, { locale }),
    },
    name: isolateText(courseName(course, locale)),
    dates: formatRunDates(run, locale),
    lines: [
      formatRunDays(run, locale),
      ...(more.off ? [] : sessionLines(run.sessions ?? [], locale)),
      ...(more.off ? [] : doorsLine(run, locale)),
      isolateText(venueName(run, locale)),
      ...(more.off ? [] : addressLines(run, locale)),
      ...(more.off ? [] : joiningLines(run, locale)),
      ...(accreditation && !more.off ? [accreditation] : []),
      ...(run.ticket_url && !more.off ? [linked(m.schedule_mail_ticket({}, { locale }), run.ticket_url)] : []),
    ],
    ...more,
  };
}

/**
 * Lists the attached files; null without any. `calendarLabel` says what a calendar file does: one text for all, or a
 * function of the file's name.
 */
export function attachedBlock(
  files: readonly string[],
  calendarLabel: string | ((filename: string) => string),
  locale: Locale,
): Block | null {
  const labelled = files.map((filename) => {
    const [, name = filename, ending = ""] = /^(.*)\.(\w+)$/.exec(filename) ?? [];
    const number = ltr(name);
    const label =
      ending === "ics"
        ? typeof calendarLabel === "string"
          ? calendarLabel
          : calendarLabel(filename)
        : name.startsWith("CN-")
          ? m.schedule_mail_attached_credit({ number }, { locale })
          : name.startsWith("PF-")
            ? m.schedule_mail_attached_proforma({ number }, { locale })
            : m.schedule_mail_attached_invoice({ number }, { locale });
    return { format: ending.toUpperCase(), label };
  });
  return labelled.length > 0 ? { kind: "attached", title: m.mail_attached({}, { locale }), files: labelled } : null;
}
