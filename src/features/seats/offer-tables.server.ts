import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { courses } from "#features/catalogue/tables.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { users } from "#features/people/tables.server.ts";
import type { Locale } from "#i18n/locale.ts";
import { instant, serialId } from "#platform/db/columns.server.ts";
import type { WaitingEnd, WaitingState } from "./offer-rules.ts";

/**
 * Entries on the waiting lists of runs. Change them under the run lock only. Triggers maintain `course_run.waiting` and
 * `course_run.seats_offered`, and refuse an offer beyond the capacity (`enrolment_within_capacity`).
 */
export const waitlistEntries = pgTable(
  "waiting_place",
  {
    id: serialId(),
    runId: integer()
      .notNull()
      .references(() => courseRuns.id),
    userId: text()
      .notNull()
      .references(() => users.id),
    seats: integer().notNull(),
    /** Position on the list: lower ranks get offers first. */
    rank: integer().notNull(),
    state: text().$type<WaitingState>().notNull().default("waiting"),
    joinedAt: instant().notNull(),
    /** Key of the person's network until the entry ends (`seats/unpaid-seats.server.ts`). */
    joinedFrom: text(),
    /** Offers made so far. */
    offers: integer().notNull().default(0),
    /** Missed offers. Only earlier versions wrote it, in which an entry survived its first missed offer. */
    unanswered: integer().notNull().default(0),
    offeredAt: instant(),
    /** When the offer ends. It keeps its seats until a process ends it, because the clocks of processes may differ. */
    offerEndsAt: instant(),
    /** The order that holds the offered seats, or has bought them. */
    orderId: integer().references(() => orders.id),
    /** The reason that staff entered for moving the entry up. */
    movedUpReason: text(),
    ended: text().$type<WaitingEnd>(),
    endedAt: instant(),
  },
  (table) => [
    uniqueIndex("waiting_place_once_per_person")
      .on(table.runId, table.userId)
      .where(sql`${table.state} <> 'ended'`),
    index().on(table.runId, table.rank),
    index().on(table.userId),
    index()
      .on(table.joinedFrom)
      .where(sql`${table.joinedFrom} is not null`),
    index()
      .on(table.orderId)
      .where(sql`${table.orderId} is not null`),
    index("waiting_place_live_index")
      .on(table.runId)
      .where(sql`${table.state} <> 'ended'`),
    index("waiting_place_ended_index")
      .on(table.endedAt)
      .where(sql`${table.endedAt} is not null`),
    check("waiting_place_seats", sql`${table.seats} between 1 and 5`),
    check("waiting_place_state_known", sql`${table.state} in ('waiting', 'offered', 'ended')`),
    check(
      "waiting_place_fits_state",
      sql`(${table.state} = 'ended') = (${table.endedAt} is not null) and (${table.state} = 'ended') = (${table.ended} is not null) and (${table.state} <> 'offered' or ${table.offerEndsAt} is not null)`,
    ),
  ],
);

/** Subscriptions to new dates of a course. Unsubscribing deletes the row. */
export const courseInterests = pgTable(
  "course_interest",
  {
    id: uuid().primaryKey(),
    courseId: integer()
      .notNull()
      .references(() => courses.id),
    /** Address in lower case. */
    email: text().notNull(),
    /** The account that was signed in when the person subscribed; null unless it had confirmed this address. */
    userId: text().references(() => users.id),
    locale: text().$type<Locale>().notNull(),
    createdAt: instant().notNull(),
    /** When the address was confirmed. Until then, it only gets the email that asks for the confirmation. */
    confirmedAt: instant(),
    /** SHA-256 of the token in the links of the emails. */
    tokenHash: text().notNull().unique(),
  },
  (table) => [
    uniqueIndex().on(table.courseId, table.email),
    index().on(table.email),
    index().on(table.userId),
    index()
      .on(table.createdAt)
      .where(sql`${table.confirmedAt} is null`),
  ],
);
