import { date, index, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#platform/db/columns.server.ts";
import { users } from "#features/people/tables.server.ts";

/** Completed erasures, also in DATA_DIR/erasures.jsonl, so that a restored database can repeat the later ones. */
export const erasures = pgTable("erasure", {
  id: text().primaryKey(),
  at: instant().notNull(),
  personId: text(),
  /** HMAC of the address with AUTH_SECRET. */
  addressHash: text(),
});

/** Erasures that wait until the last course of a person is over. Deleted when done. */
export const plannedErasures = pgTable(
  "planned_erasure",
  {
    personId: text()
      .primaryKey()
      .references(() => users.id),
    /** `YYYY-MM-DD` in Riyadh. */
    dueOn: date({ mode: "string" }).notNull(),
    /** How the person asked for it, without naming them. */
    asked: text().notNull(),
    /** A member of the staff. */
    plannedBy: text().notNull(),
    plannedAt: instant().notNull(),
    /** Why it was refused on the day, as a code. */
    problem: text(),
  },
  (table) => [index().on(table.dueOn)],
);
