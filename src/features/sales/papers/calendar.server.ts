import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { addDays } from "#i18n/dates.ts";
import { localText, type Locale } from "#i18n/locale.ts";

/** A run as a calendar shows it; dates `YYYY-MM-DD`. */
export interface CalendarRun {
  runId: number;
  nameEng: string;
  nameAr: string | null;
  startDate: string;
  endDate: string;
  venueEng: string;
  venueAr: string | null;
  /** How often it has been moved or cancelled, or places in it given back: calendars take the entry with the highest. */
  sequence: number;
  cancelled: boolean;
  /** Address of its page. */
  url: string;
}

/** One calendar file of whole-day entries. A run keeps its UID for ever, so that a newer file moves or removes what an older one put in. */
export function calendarFile(runs: readonly CalendarRun[], locale: Locale, site: { baseUrl: string; now: Date }): string {
  const anyLeft = runs.some((run) => !run.cancelled);
  const calendar = ical({ prodId: { company: "Nama Health", product: "Courses", language: locale === "ar" ? "AR" : "EN" }, method: anyLeft ? ICalCalendarMethod.PUBLISH : ICalCalendarMethod.CANCEL });
  for (const run of runs) {
    calendar.createEvent({
      id: `run-${run.runId}@${new URL(site.baseUrl).hostname}`,
      sequence: run.sequence,
      stamp: site.now,
      start: new Date(`${run.startDate}T00:00:00Z`),
      // The end of a whole-day entry is the first day that is free again.
      end: new Date(`${addDays(run.endDate, 1)}T00:00:00Z`),
      allDay: true,
      summary: localText(locale, run.nameEng, run.nameAr).text,
      location: localText(locale, run.venueEng, run.venueAr).text,
      url: run.url,
      status: run.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  }
  return calendar.toString();
}
