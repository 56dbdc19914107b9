import ical, { ICalCalendarMethod, ICalEventStatus, type ICalCalendar } from "ical-generator";
import { weekdayRange, addDays, riyadhDate } from "#i18n/dates.ts";
import { localText, type Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import type { EarlierRun } from "./tables.server.ts";
import { toSessionDates, type RunDays } from "./sessions.ts";
import { teachingDays, type RunSpan } from "./teaching-days.ts";

/** Calendar files of runs, as far as their sessions are known. Without I/O. */

interface CalendarSession {
  startsAt: Date;
  endsAt: Date;
  joiningUrl: string | null;
}

interface CalendarEntry {
  /** Number of the session in its run, from 1; unchanged when the session moves. */
  ordinal: number;
  /** Teaching day of the run, from 1. */
  day: number;
  startsAt: Date;
  endsAt: Date;
  /** For a whole day: midnight UTC of the day and of the next day. */
  isWholeDay: boolean;
  joiningUrl: string | null;
}

const wholeDay = (date: string, ordinal: number): CalendarEntry => ({
  ordinal,
  day: ordinal,
  startsAt: new Date(`${date}T00:00:00Z`),
  endsAt: new Date(`${addDays(date, 1)}T00:00:00Z`),
  isWholeDay: true,
  joiningUrl: null,
});

const toSpanEntries = (run: RunSpan): CalendarEntry[] =>
  teachingDays(run).known.map(({ date, ordinal }) => wholeDay(date, ordinal));

/**
 * Builds one entry per session; whole days until times are confirmed. When fewer days are known than the run has, the
 * last session counts as the run's last day.
 */
function toEntries(run: RunDays & { sessions: readonly CalendarSession[] }): CalendarEntry[] {
  const dates = toSessionDates(run.sessions);
  const missingDays = Math.max(0, run.days - dates.length);
  return run.sessions.map(({ startsAt, endsAt, joiningUrl }, index) => {
    const skippedDays = index > 0 && index === run.sessions.length - 1 ? missingDays : 0;
    const date = riyadhDate(startsAt);
    if (!run.timesConfirmed) return wholeDay(date, index + 1 + skippedDays);
    return {
      ordinal: index + 1 + skippedDays,
      day: dates.indexOf(date) + 1 + skippedDays,
      startsAt,
      endsAt,
      isWholeDay: false,
      joiningUrl,
    };
  });
}

const isComplete = (run: RunDays & { sessions: readonly CalendarSession[] }): boolean =>
  toSessionDates(run.sessions).length === run.days;

type EarlierDays = Omit<EarlierRun, "venueEng" | "venueAr" | "addressEng" | "addressAr">;

/** A run for a calendar file. Dates are `YYYY-MM-DD`. */
export interface CalendarRun extends RunDays {
  runId: number;
  nameEng: string;
  nameAr: string | null;
  sessions: readonly CalendarSession[];
  venueEng: string;
  venueAr: string | null;
  addressEng: string | null;
  addressAr: string | null;
  /** Sequence number, which grows with each change or refund. Calendars keep the entry with the highest. */
  sequence: number;
  cancelled: boolean;
  /** Earlier states of the run since the order, so that calendars remove their entries. */
  earlier: readonly EarlierDays[];
  url: string;
}

/** Stable id, so that a newer file moves or removes the entries of an older one. */
const buildUid = (runId: number, ordinal: number, host: string) =>
  `run-${runId}${ordinal === 1 ? "" : `-day-${ordinal}`}@${host}`;

const formatSummary = (name: string, day: number, days: number, locale: Locale): string =>
  days === 1 ? name : m.schedule_calendar_day({ course: name, day, days }, { locale });

/** Builds the entries of an earlier state. States stored by an older version have dates but no sessions. */
function toEarlierEntries(earlier: EarlierDays, days: number): CalendarEntry[] {
  const { sessions, timesConfirmed = false, ...span } = earlier;
  if (!sessions) return toSpanEntries({ ...span, days });
  const instants = sessions.map(({ startsAt, endsAt }) => ({
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    joiningUrl: null,
  }));
  return toEntries({ ...span, days: span.days ?? days, timesConfirmed, sessions: instants });
}

interface CalendarSite {
  baseUrl: string;
  /** The sender address of the site's emails. */
  organizer: string;
  now: Date;
}

function addRun(calendar: ICalCalendar, run: CalendarRun, locale: Locale, site: CalendarSite): void {
  const host = new URL(site.baseUrl).hostname;
  // Required together with METHOD (RFC 5546, 3.2.1 and 3.2.5): without it Outlook does not remove a cancelled entry.
  const organizer = { name: m.site_name({}, { locale }), email: site.organizer };
  const entries = toEntries(run);
  const name = localText(locale, run.nameEng, run.nameAr).text;
  const range = weekdayRange(run.startDate, run.endDate, locale);
  const venue = localText(locale, run.venueEng, run.venueAr).text;
  const address = run.addressEng && localText(locale, run.addressEng, run.addressAr).text;
  const noteLines = isComplete(run) ? [] : [m.schedule_calendar_note({ count: run.days, range }, { locale })];
  const addEntry = (entry: CalendarEntry, isCancelled: boolean) => {
    const link =
      entry.joiningUrl && !isCancelled ? [m.schedule_calendar_join({ url: entry.joiningUrl }, { locale })] : [];
    const description = [...link, ...noteLines].join("\n");
    calendar.createEvent({
      id: buildUid(run.runId, entry.ordinal, host),
      organizer,
      sequence: run.sequence,
      stamp: site.now,
      start: entry.startsAt,
      end: entry.endsAt,
      allDay: entry.isWholeDay,
      summary: formatSummary(name, entry.day, run.days, locale),
      ...(description && { description }),
      location: address ? `${venue}${locale === "ar" ? "، " : ", "}${address}` : venue,
      url: run.url,
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  };
  for (const entry of entries) addEntry(entry, run.cancelled);
  const obsolete = new Map(
    run.earlier.flatMap((state) => toEarlierEntries(state, run.days)).map((entry) => [entry.ordinal, entry]),
  );
  for (const { ordinal } of entries) obsolete.delete(ordinal);
  for (const entry of obsolete.values()) addEntry(entry, true);
}

/**
 * Builds the text of an ICS file with one entry per known session; whole days until times are confirmed. Obsolete
 * entries are cancelled.
 */
export function calendarFile(runs: readonly CalendarRun[], locale: Locale, site: CalendarSite): string {
  const takesPlace = runs.some((run) => !run.cancelled);
  const calendar = ical({
    prodId: { company: "Nama Health", product: "Courses", language: locale === "ar" ? "AR" : "EN" },
    method: takesPlace ? ICalCalendarMethod.PUBLISH : ICalCalendarMethod.CANCEL,
  });
  for (const run of runs) addRun(calendar, run, locale, site);
  return calendar.toString();
}
