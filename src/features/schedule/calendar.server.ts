import ical, { ICalCalendarMethod, ICalEventStatus, type ICalCalendar } from "ical-generator";
import { addDays, weekdayRange } from "#i18n/dates.ts";
import { localText, type Locale } from "#i18n/locale.ts";
import { m } from "#messages";
import { teachingDays, type TeachingDay } from "./teaching-days.ts";

interface Span {
  startDate: string;
  endDate: string;
}

/** A run as a calendar shows it; dates `YYYY-MM-DD`. */
export interface CalendarRun extends Span {
  runId: number;
  nameEng: string;
  nameAr: string | null;
  /** Teaching days; may be fewer than the span. */
  days: number;
  venueEng: string;
  venueAr: string | null;
  /** How often it has been moved or cancelled, or places in it refunded: calendars take the entry with the highest. */
  sequence: number;
  cancelled: boolean;
  /** The dates it had since the order was placed, so that entries made from them can be taken out. */
  earlier: readonly Span[];
  /** Address of its page. */
  url: string;
}

/** A day's entry keeps its UID for ever, so that a newer file moves or removes what an older one put in. */
const uidOf = (runId: number, ordinal: number, host: string) =>
  `run-${runId}${ordinal === 1 ? "" : `-day-${ordinal}`}@${host}`;

/** The name of a day's entry; with one day the course's own. */
function summaryOf(name: string, { ordinal }: TeachingDay, days: number, locale: Locale): string {
  return days === 1 ? name : m.schedule_calendar_day({ course: name, day: ordinal, days }, { locale });
}

function addRun(calendar: ICalCalendar, run: CalendarRun, locale: Locale, site: { host: string; now: Date }): void {
  const { known, isComplete } = teachingDays(run);
  const days = isComplete ? known.length : run.days;
  const name = localText(locale, run.nameEng, run.nameAr).text;
  const range = weekdayRange(run.startDate, run.endDate, locale);
  const note = isComplete ? {} : { description: m.schedule_calendar_note({ count: run.days, range }, { locale }) };
  const add = (day: TeachingDay, isCancelled: boolean) =>
    calendar.createEvent({
      id: uidOf(run.runId, day.ordinal, site.host),
      sequence: run.sequence,
      stamp: site.now,
      start: new Date(`${day.date}T00:00:00Z`),
      // The end of a whole-day entry is the first day that is free again.
      end: new Date(`${addDays(day.date, 1)}T00:00:00Z`),
      allDay: true,
      summary: summaryOf(name, day, days, locale),
      ...note,
      location: localText(locale, run.venueEng, run.venueAr).text,
      url: run.url,
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  for (const day of known) add(day, run.cancelled);
  // Days that an earlier file had and that are no longer known, after the run was moved.
  const gone = new Map(
    run.earlier.flatMap((span) => teachingDays({ ...span, days: run.days }).known).map((day) => [day.ordinal, day]),
  );
  for (const { ordinal } of known) gone.delete(ordinal);
  for (const day of gone.values()) add(day, true);
}

/**
 * One calendar file of whole-day entries, one for each teaching day that is known; what is no longer so is cancelled in
 * it.
 */
export function calendarFile(
  runs: readonly CalendarRun[],
  locale: Locale,
  site: { baseUrl: string; now: Date },
): string {
  const anyLeft = runs.some((run) => !run.cancelled);
  const calendar = ical({
    prodId: { company: "Nama Health", product: "Courses", language: locale === "ar" ? "AR" : "EN" },
    method: anyLeft ? ICalCalendarMethod.PUBLISH : ICalCalendarMethod.CANCEL,
  });
  for (const run of runs) addRun(calendar, run, locale, { host: new URL(site.baseUrl).hostname, now: site.now });
  return calendar.toString();
}
