import type { MailedRun } from "./mail-course.ts";
import type { courseRuns } from "./tables.server.ts";

/** A run as mails are given it. */
export const mailedRun = (run: typeof courseRuns.$inferSelect): Required<MailedRun> => ({
  start_date: run.startDate,
  end_date: run.endDate,
  venue_eng: run.venueEng,
  venue_ar: run.venueAr,
  days: run.days,
  hours: Number(run.hours),
  delivery: run.delivery,
  accreditation_number: run.accreditationStatus === "accredited" ? run.accreditationNumber : null,
});
