import { date, index, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#platform/db/columns.server.ts";
import { users } from "#features/people/tables.server.ts";

/**
 * Completed erasures. They are also in DATA_DIR/erasures.jsonl, so that a restored backup can repeat those made after
 * it.
 */
export const erasures = pgTable("erasure", {
  id: text().primaryKey(),
  at: instant().notNull(),
  personId: text(),
  /** HMAC of the address with AUTH_SECRET. */
  addressHash: text(),
});

/** Erasures planned for the end of a person's last course. Deleted when done. */
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
    /** Id of the staff member. */
    plannedBy: text().notNull(),
    plannedAt: instant().notNull(),
    /** Code of the reason why the erasure was not possible on `dueOn`. */
    problem: text(),
  },
  (table) => [index().on(table.dueOn)],
);
