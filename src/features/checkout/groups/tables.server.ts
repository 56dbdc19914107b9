import { sql } from "drizzle-orm";
import { check, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#platform/db/columns.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";

/** What became of a seat's claim link. A seat without a row has its first link, never sent. */
export const seatLinks = pgTable(
  "seat_link",
  {
    enrolmentId: integer()
      .primaryKey()
      .references(() => enrolments.id),
    /** Which link of the seat works, from 1: withdrawing one makes the next. */
    round: integer().notNull().default(1),
    /** Where this link was mailed last; gone once the seat is claimed. */
    sentTo: text(),
    sentAt: instant(),
    claimedAt: instant(),
  },
  (table) => [check("seat_link_round_fits", sql`${table.round} between 1 and 65535`)],
);
