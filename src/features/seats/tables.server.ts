import { sql } from "drizzle-orm";
import { check, date, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "#platform/db/columns.server.ts";
import { users } from "#features/people/tables.server.ts";
import { orderLines, orders } from "#features/orders/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import type { Locale } from "#i18n/locale.ts";
import type { EnrolmentState } from "./enrolment-states.ts";

/**
 * Triggers keep `course_run.seats_sold`, and refuse deletion and a seat beyond capacity (`enrolment_within_capacity`).
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
    /** From 1 within the line. */
    seat: integer().notNull(),
    attendeeName: text(),
    /** The name in the other script, as it was written for the seat; else that of the account counts. */
    attendeeNameOther: text(),
    /** Lower case. */
    attendeeEmail: text(),
    scfhsNumber: text(),
    /** Language of the page where the person claimed the seat, for its mails. Null: the account's, else the order's. */
    attendeeLocale: text().$type<Locale>(),
    /** The account of this address when the seat was named: a seat outlives a change of e-mail. */
    userId: text().references(() => users.id),
    state: text().$type<EnrolmentState>().notNull(),
    /** UTC; stays when the hold is over. */
    heldUntil: instant().notNull(),
    createdAt: instant().notNull(),
    /** Stays when the seat is cancelled. */
    confirmedAt: instant(),
    endedAt: instant(),
    /** Of a cancelled seat: until this day what was paid for it books another date (docs/decisions/045). */
    keptUntil: date({ mode: "string" }),
    /** Of a seat that staff cancelled without a refund: since then finance has to decide about what was paid for it. */
    refundDueAt: instant(),
    /** When finance decided that the payment for a seat that staff cancelled is not refunded. */
    paymentKeptAt: instant(),
    /** Orders that paid the difference of a dearer date for it, the first move before. */
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
