import type { JoinableSession } from "#i18n/joining-links.ts";
import type { SessionTimes } from "#i18n/session-times.ts";
import type { MailedRun } from "./mail-course.ts";
import type { RunWithSessions } from "./run-changes.server.ts";
import type { courseRuns } from "./tables.server.ts";

/** Builds a run for emails, without joining links. */
export const mailedRun = (
  run: typeof courseRuns.$inferSelect,
  sessions: readonly SessionTimes[] = [],
): Required<Omit<MailedRun, "joins" | "ticket_url">> => ({
  start_date: run.startDate,
  end_date: run.endDate,
  venue_eng: run.venueEng,
  venue_ar: run.venueAr,
  address_eng: run.addressEng,
  address_ar: run.addressAr,
  days: run.days,
  hours: Number(run.hours),
  delivery: run.delivery,
  accreditation_number: run.accreditationStatus === "accredited" ? run.accreditationNumber : null,
  doors_open: run.doorsOpen,
  bring_eng: run.bringEng,
  bring_ar: run.bringAr,
  sessions: sessions.map(({ starts_at, ends_at }) => ({ starts_at, ends_at })),
});

/** Builds a run for emails to enrolled people, with joining links. */
export const mailedRunToJoin = (
  run: typeof courseRuns.$inferSelect,
  sessions: JoinableSession[] = [],
): Required<Omit<MailedRun, "ticket_url">> => ({ ...mailedRun(run), sessions, joins: true });

/** Converts sessions for emails. Empty until times are confirmed. With `joins` they include the joining links. */
export function toSessionTimes({ timesConfirmed, sessions }: RunWithSessions, { joins }: { joins: boolean }) {
  if (!timesConfirmed) return [];
  return sessions.map(({ startsAt, endsAt, joiningUrl }) => ({
    starts_at: startsAt.toISOString(),
    ends_at: endsAt.toISOString(),
    joining_url: joins ? joiningUrl : null,
  }));
}
