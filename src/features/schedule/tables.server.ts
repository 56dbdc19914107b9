import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, jsonb, numeric, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "#platform/db/columns.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";

/** A course at a date: what is bought. */
export const courseRuns = pgTable(
  "course_run",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    courseId: integer()
      .notNull()
      .references(() => courses.id),
    /** First and last day and number of days follow from its sessions; the verbs that write sessions keep them in step. */
    startDate: date({ mode: "string" }).notNull(),
    endDate: date({ mode: "string" }).notNull(),
    /** Teaching days; may be fewer than the span. */
    days: integer().notNull(),
    /** Until staff have said when its sessions begin and end, each is a whole day, and no one is shown a time. */
    timesConfirmed: boolean().notNull().default(false),
    /** CME hours, in halves. */
    hours: numeric({ precision: 5, scale: 1 }).notNull(),
    venueEng: text().notNull(),
    venueAr: text(),
    delivery: text().$type<"onsite" | "online">().notNull(),
    capacity: integer().notNull(),
    /** Confirmed seats, counted by a trigger of `enrolment`; held seats are counted there. */
    seatsSold: integer().notNull().default(0),
    priceHalalas: integer().notNull(),
    accreditationStatus: text().$type<"none" | "pending" | "accredited">().notNull(),
    accreditationNumber: text(),
    cancelledAt: instant(),
  },
  (table) => [
    index().on(table.courseId, table.startDate),
    index().on(table.endDate),
    check("run_dates_in_order", sql`${table.startDate} <= ${table.endDate}`),
    check("run_price_not_negative", sql`${table.priceHalalas} >= 0`),
    // The last line of defence against an oversold run, whatever the code above it does.
    check("run_never_oversold", sql`${table.seatsSold} between 0 and ${table.capacity}`),
  ],
);

/**
 * When a run is taught. No two sessions of a run overlap: an exclusion constraint of the migration, which this file cannot say.
 */
export const runSessions = pgTable(
  "run_session",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    runId: integer()
      .notNull()
      .references(() => courseRuns.id),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    /** Where an online session is joined; null while it is not known, and on-site. For the enrolled only. */
    joiningUrl: text(),
  },
  (table) => [
    uniqueIndex().on(table.runId, table.startsAt),
    check("session_ends_after_it_starts", sql`${table.endsAt} > ${table.startsAt}`),
    check(
      "session_within_a_day",
      sql`(${table.startsAt} at time zone 'Asia/Riyadh')::date = (${table.endsAt} at time zone 'Asia/Riyadh')::date`,
    ),
    check("session_joining_url_https", sql`${table.joiningUrl} like 'https://%'`),
  ],
);

/** How a run was before a change; changes of an older version lack what may be missing. */
export interface EarlierRun {
  startDate: string;
  endDate: string;
  venueEng: string;
  venueAr: string | null;
  days?: number;
  timesConfirmed?: boolean;
  /** Instants ISO 8601. Without joining links. */
  sessions?: { startsAt: string; endsAt: string }[];
}

/**
 * Each move, cancellation or other change of sessions of a run that people were notified of; how many there are is the
 * SEQUENCE of its calendar entries.
 */
export const courseRunChanges = pgTable(
  "course_run_change",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    runId: integer()
      .notNull()
      .references(() => courseRuns.id),
    kind: text().$type<"moved" | "cancelled" | "times" | "link">().notNull(),
    /** Where and when it was before. */
    before: jsonb().$type<EarlierRun>().notNull(),
    changedAt: instant().notNull(),
  },
  (table) => [index().on(table.runId)],
);
