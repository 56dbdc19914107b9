import { sql } from "drizzle-orm";
import { check, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#platform/db/columns.server.ts";
import { enrolments } from "#features/seats/tables.server.ts";

/** State of a seat's claim link. A seat without a row still has its first link, which was never sent. */
export const seatLinks = pgTable(
  "seat_link",
  {
    enrolmentId: integer()
      .primaryKey()
      .references(() => enrolments.id),
    /** Number of the seat's valid link, from 1. Withdrawing a link creates the next. */
    linkNumber: integer("round").notNull().default(1),
    /** Address that this link was last sent to; deleted once the seat is claimed. */
    sentTo: text(),
    sentAt: instant(),
    claimedAt: instant(),
  },
  (table) => [check("seat_link_round_fits", sql`${table.linkNumber} between 1 and 65535`)],
);
