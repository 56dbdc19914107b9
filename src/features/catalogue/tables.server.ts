import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, jsonb, numeric, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { CurriculumDay, Speaker } from "./course.ts";

export const courses = pgTable(
  "course",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    slug: text().notNull().unique(),
    category: text().notNull(),
    subjectEng: text().notNull(),
    subjectAr: text(),
    nameEng: text().notNull(),
    nameAr: text(),
    summaryEng: text().notNull(),
    summaryAr: text(),
    aboutCourseEng: text().notNull(),
    aboutCourseAr: text(),
    prerequisitesEng: text().notNull(),
    prerequisitesAr: text(),
    speakers: jsonb().$type<Speaker[]>().notNull(),
    curriculum: jsonb().$type<CurriculumDay[]>().notNull(),
    image: text().notNull(),
    closed: boolean().notNull().default(false),
    /** On the home page, 1 first. */
    featuredPosition: integer(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.category)],
);

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
    /** Of paid orders; held seats are counted from seat_hold. */
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
    // The last defence against an oversold run.
    check("run_never_oversold", sql`${table.seatsSold} between 0 and ${table.capacity}`),
  ],
);
