import { sql } from "drizzle-orm";
import { check, date, index, integer, jsonb, numeric, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { courses } from "#features/catalogue/tables.server.ts";

/** A course at a date: what is bought. */
export const courseRuns = pgTable(
  "course_run",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    courseId: integer()
      .notNull()
      .references(() => courses.id),
    startDate: date({ mode: "string" }).notNull(),
    endDate: date({ mode: "string" }).notNull(),
    /** Teaching days; may be fewer than the span. */
    days: integer().notNull(),
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
    cancelledAt: timestamp({ withTimezone: true }),
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
 * Each move or cancellation of a run that people were notified of; how many there are is the SEQUENCE of its calendar
 * entries.
 */
export const courseRunChanges = pgTable(
  "course_run_change",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    runId: integer()
      .notNull()
      .references(() => courseRuns.id),
    kind: text().$type<"moved" | "cancelled">().notNull(),
    /** Where and when it was before. */
    before: jsonb().$type<{ startDate: string; endDate: string; venueEng: string; venueAr: string | null }>().notNull(),
    changedAt: timestamp({ withTimezone: true, mode: "date" }).notNull(),
  },
  (table) => [index().on(table.runId)],
);
