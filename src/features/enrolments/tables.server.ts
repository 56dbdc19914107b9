import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { users } from "#features/accounts/tables.server.ts";
import { orders } from "#features/orders/tables.server.ts";
import { courseRuns } from "#features/schedule/tables.server.ts";
import type { AttendeeState } from "./attendee.ts";
import type { HoldState } from "./hold-rules.ts";

/** Who sits where: one row for each seat that has a name. Seats without a row are named later. */
export const attendees = pgTable(
  "attendee",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    runId: integer()
      .notNull()
      .references(() => courseRuns.id),
    /** Counted from 1 within the line. */
    seat: integer().notNull(),
    name: text().notNull(),
    /** Lower case. */
    email: text().notNull(),
    scfhsNumber: text().notNull(),
    /** The account that had this address when the order was opened: a place outlives a change of e-mail. */
    userId: text().references(() => users.id),
    state: text().$type<AttendeeState>().notNull().default("pending"),
  },
  (table) => [
    uniqueIndex().on(table.orderId, table.runId, table.seat),
    // The last line of defence: one place per person per run.
    uniqueIndex()
      .on(table.runId, table.email)
      .where(sql`${table.state} = 'confirmed'`),
    index().on(table.userId),
  ],
);

/** Seats kept for an order: `held` until its time is over, then `sold` or `released`. */
export const seatHolds = pgTable(
  "seat_hold",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    runId: integer()
      .notNull()
      .references(() => courseRuns.id),
    qty: integer().notNull(),
    state: text().$type<HoldState>().notNull().default("held"),
    expiresAt: timestamp({ withTimezone: true, mode: "date" }).notNull(),
  },
  (table) => [
    uniqueIndex().on(table.orderId, table.runId),
    index()
      .on(table.runId)
      .where(sql`${table.state} = 'held'`),
  ],
);
