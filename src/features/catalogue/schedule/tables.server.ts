import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, jsonb, numeric, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "#platform/db/columns.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import type { ChangePolicy } from "#features/settings/settings.ts";
import { accreditationStates, deliveries, belowMinimumActions, visibilities } from "./run-choices.ts";
import { teachingLanguages } from "./teaching-languages.ts";

export const courseRuns = pgTable(
  "course_run",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    courseId: integer()
      .notNull()
      .references(() => courses.id),
    /** The functions that write sessions update start date, end date and days from them. */
    startDate: date({ mode: "string" }).notNull(),
    endDate: date({ mode: "string" }).notNull(),
    days: integer().notNull(),
    /** While false, sessions are whole days and no times are shown. */
    timesConfirmed: boolean().notNull().default(false),
    /** In steps of 0.5; CME hours if the run is accredited. */
    hours: numeric({ precision: 5, scale: 1 }).notNull(),
    venueEng: text().notNull(),
    venueAr: text(),
    /** Street address of the venue without its city; null online and while it is not known. */
    addressEng: text(),
    addressAr: text(),
    /** When doors open in Riyadh, `08:30`; null online and while it is not known. */
    doorsOpen: text(),
    /** What to bring, one item per line. */
    bringEng: text(),
    bringAr: text(),
    /** Language of teaching; null while it is not known. */
    language: text({ enum: teachingLanguages }),
    delivery: text({ enum: deliveries }).notNull(),
    /** Ids of the run's own trainers, in order; null when those of the course teach it. */
    trainerIds: integer().array(),
    capacity: integer().notNull(),
    /** Confirmed seats, counted by a trigger of `enrolment`. Held seats are only in that table. */
    seatsSold: integer().notNull().default(0),
    /**
     * People on the run's waiting list without an offer. While there are any, free seats are not sold to others.
     * Counted by a trigger.
     */
    waiting: integer().notNull().default(0),
    /**
     * Seats held by open offers to people on the waiting list, without those in an order. Counted by a trigger of
     * `waiting_place`.
     */
    seatsOffered: integer().notNull().default(0),
    priceHalalas: integer().notNull(),
    /** Seats in one order from which the group price applies; set together with `groupPercent`. */
    groupFromSeats: integer(),
    /** Group price: percentage off each seat. */
    groupPercent: integer(),
    accreditationStatus: text({ enum: accreditationStates }).notNull(),
    accreditationNumber: text(),
    /** Further details that SCFHS requires of an accredited activity; null until entered. */
    activityReference: text(),
    accreditingBodyEng: text(),
    accreditingBodyAr: text(),
    specialtyEng: text(),
    specialtyAr: text(),
    /** Attendees who come later than this do not get full attendance. */
    lateMinutesAllowed: integer().notNull().default(15),
    /** Seats that must be sold for the run to take place; null when it always takes place. */
    minSeats: integer(),
    /** Deadline to decide about a run with fewer seats sold; set together with `minSeats`. */
    decideBy: instant(),
    /** Default action, without a decision by `decideBy`: staff are still asked, the run is cancelled or takes place. */
    ifMissed: text({ enum: belowMinimumActions }).notNull().default("ask"),
    /** Staff member who set the minimum, gets the reminders and counts as requester of an automatic cancellation. */
    minSetBy: text(),
    /** Whether reminders are sent 7 days and 1 day before `decideBy`. */
    remindsToDecide: boolean().notNull().default(true),
    /** When the last reminder was sent, so that each is sent once. */
    remindedAt: instant(),
    /** When the decision was postponed by a week, which is possible once. */
    putOffAt: instant(),
    /** When it was decided that the run takes place with fewer seats sold. */
    decidedAt: instant(),
    cancelledAt: instant(),
    /** Whether its certificates wait for the attendee's feedback (features/learning). */
    feedbackRequired: boolean().notNull().default(false),
    /** When the run went off sale, for as long as a second person decides whether to cancel it. */
    saleStoppedAt: instant(),
    /** The run's own change policy; null when the policy of the settings applies. */
    changePolicy: jsonb().$type<ChangePolicy>(),
    visibility: text({ enum: visibilities }).notNull().default("public"),
    /** Part of what the link of a private run signs; a new seed ends the old link. Null when no link works. */
    linkSeed: text(),
    /** Company that the run is for, whose seats are one order; null for other runs. */
    companyName: text(),
    /**
     * Price of all seats together, before VAT; null when each seat has its own price. When set, `priceHalalas` is the
     * share of one seat, rounded up.
     */
    wholePriceHalalas: integer(),
    /** Last day on which the company may book it, in Riyadh; null without an offer. */
    quotedUntil: date({ mode: "string" }),
    /** Incremented by each change by staff, but not by sales. */
    version: integer().notNull().default(1),
  },
  (table) => [
    index().on(table.courseId, table.startDate),
    index().on(table.startDate, table.id),
    index().on(table.endDate),
    check("run_dates_in_order", sql`${table.startDate} <= ${table.endDate}`),
    check("run_link_private", sql`${table.linkSeed} is null or ${table.visibility} <> 'public'`),
    check("run_company_named", sql`(${table.visibility} = 'company') = (${table.companyName} is not null)`),
    check(
      "run_whole_price_of_company",
      sql`${table.wholePriceHalalas} is null or (${table.wholePriceHalalas} > 0 and ${table.visibility} = 'company')`,
    ),
    check("run_price_not_negative", sql`${table.priceHalalas} >= 0`),
    check(
      "run_group_price_whole",
      sql`num_nulls(${table.groupFromSeats}, ${table.groupPercent}) in (0, 2) and (${table.groupFromSeats} between 2 and 50) is not false and (${table.groupPercent} between 1 and 90) is not false`,
    ),
    check("run_late_minutes_allowed", sql`${table.lateMinutesAllowed} between 0 and 240`),
    check("run_doors_open_is_a_time", sql`${table.doorsOpen} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
    check(
      "run_minimum_whole",
      sql`(${table.minSeats} is null) = (${table.decideBy} is null) and ${table.minSeats} > 0`,
    ),
    check("run_never_oversold", sql`${table.seatsSold} between 0 and ${table.capacity}`),
  ],
);

/** Sessions of a run cannot overlap: the migration has an exclusion constraint, which Drizzle cannot express. */
export const runSessions = pgTable(
  "run_session",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    runId: integer()
      .notNull()
      .references(() => courseRuns.id),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    /** Joining link, for enrolled people only; null on-site and while it is not known. */
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

/** A run before a change. Changes that an older version of the site wrote lack the optional fields. */
export interface EarlierRun {
  startDate: string;
  endDate: string;
  venueEng: string;
  venueAr: string | null;
  addressEng?: string | null;
  addressAr?: string | null;
  days?: number;
  timesConfirmed?: boolean;
  /** Times are ISO 8601 instants. Joining links are left out. */
  sessions?: { startsAt: string; endsAt: string }[];
}

/** Changes of a run that people were notified of. Their count is the SEQUENCE of the run's calendar entries. */
export const courseRunChanges = pgTable(
  "course_run_change",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    runId: integer()
      .notNull()
      .references(() => courseRuns.id),
    kind: text().$type<"moved" | "cancelled" | "times" | "link">().notNull(),
    before: jsonb().$type<EarlierRun>().notNull(),
    changedAt: instant().notNull(),
  },
  (table) => [index().on(table.runId)],
);
