/** Until when a buyer may change a booking, as terms and FAQ promise it (db/demo/content); no I/O. */
import { addDays } from "#i18n/dates.ts";

/** Article 13 of the E-Commerce Law: days after the order in which it may be cancelled without a reason. */
const cancelDays = 7;
/** Days before the first day until which a seat may move, once and free of charge. */
const moveDays = 14;

export interface LastDays {
  /** To cancel for a full refund; a course that begins sooner ends it, because taking part is use. */
  cancel: string | null;
  /** To move to another date of the course. */
  move: string | null;
  /** To send another person, or correct a name. */
  rename: string | null;
}

/** Calendar dates in Riyadh, `YYYY-MM-DD`; null for a day that has passed on `today`. */
export function lastDays(course: { orderedOn: string; startDate: string; today: string }): LastDays {
  const dayBefore = addDays(course.startDate, -1);
  const sevenDays = addDays(course.orderedOn, cancelDays);
  const ahead = (day: string) => (day >= course.today ? day : null);
  return {
    cancel: ahead(sevenDays < dayBefore ? sevenDays : dayBefore),
    move: ahead(addDays(course.startDate, -moveDays)),
    rename: ahead(dayBefore),
  };
}
