import { sql } from "drizzle-orm";
import { check, date, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "#platform/db/columns.server.ts";
import { users } from "#features/people/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import type { Locale } from "#i18n/locale.ts";
import type { EnrolmentState } from "./enrolment-states.ts";

/**
 * Seats of runs, from the hold on. Triggers maintain `course_run.seats_sold`, and refuse deletion and seats beyond the
 * capacity (`enrolment_within_capacity`).
 */
export const enrolments = pgTable(
  "enrolment",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    runId: integer()
      .notNull()
      .references(() => courseRuns.id),
    orderLineId: integer()
      .notNull()
      .references(() => orderLines.id),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** Number of the seat within its order line, from 1. */
    seat: integer().notNull(),
    attendeeName: text(),
    /** Name in the other script, as entered for the seat; otherwise the account's name applies. */
    attendeeNameOther: text(),
    /** Address in lower case. */
    attendeeEmail: text(),
    scfhsNumber: text(),
    /** Language of the page on which the person claimed the seat, for emails. Null: the account's, else the order's. */
    attendeeLocale: text().$type<Locale>(),
    /** The account that had this address when the attendee was named. It stays when the account's email changes. */
    userId: text().references(() => users.id),
    state: text().$type<EnrolmentState>().notNull(),
    /** When the hold ends or ended. */
    heldUntil: instant().notNull(),
    createdAt: instant().notNull(),
    /** When the seat was confirmed, also of a seat that was cancelled later. */
    confirmedAt: instant(),
    endedAt: instant(),
    /** For a cancelled seat: last day on which its value can book another date (docs/decisions/045). */
    keptUntil: date({ mode: "string" }),
    /** For a seat that staff cancelled without a refund: since when a decision of finance about its payment is due. */
    refundDueAt: instant(),
    /** When finance decided not to refund a seat that staff cancelled. */
    paymentKeptAt: instant(),
    /** Orders that paid the price differences when this seat moved to more expensive dates, first move first. */
    differenceIds: jsonb().$type<number[]>().notNull().default([]),
  },
  (table) => [
    uniqueIndex().on(table.orderLineId, table.seat),
    uniqueIndex("enrolment_one_seat_per_person")
      .on(table.runId, table.attendeeEmail)
      .where(sql`${table.state} = 'confirmed'`),
    index()
      .on(table.runId)
      .where(sql`${table.state} = 'held'`),
    index().on(table.runId, table.state),
    index("enrolment_unnamed_index")
      .on(table.orderId)
      .where(sql`${table.state} = 'confirmed' and ${table.attendeeName} is null`),
    index("enrolment_refund_due_index")
      .on(table.orderId)
      .where(sql`${table.refundDueAt} is not null`),
    index().on(table.orderId),
    index().on(table.userId),
    check("enrolment_state_known", sql`${table.state} in ('held', 'confirmed', 'cancelled', 'transferred')`),
    check("enrolment_seat_positive", sql`${table.seat} > 0`),
    check(
      "enrolment_attendee_whole",
      sql`num_nulls(${table.attendeeName}, ${table.attendeeEmail}, ${table.scfhsNumber}) in (0, 3) and (${table.userId} is null or ${table.attendeeName} is not null)`,
    ),
    check("enrolment_email_lower_case", sql`${table.attendeeEmail} = lower(${table.attendeeEmail})`),
    check(
      "enrolment_times_fit_state",
      sql`(${table.endedAt} is not null) = (${table.state} in ('cancelled', 'transferred')) and (${table.confirmedAt} is not null or ${table.state} in ('held', 'cancelled')) and (${table.confirmedAt} is null or ${table.state} <> 'held')`,
    ),
  ],
);
