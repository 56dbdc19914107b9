import { check, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { instant } from "#platform/db/columns.server.ts";
import type { MonthTotals } from "./months.ts";

/** Months that the accountant has closed, with their sums at that time. */
export const closedMonths = pgTable(
  "closed_month",
  {
    /** Month in Riyadh, `YYYY-MM`. */
    month: text().primaryKey(),
    totals: jsonb().$type<MonthTotals>().notNull(),
    /** Id of `staff_user`, whose rows are never deleted. */
    closedBy: text().notNull(),
    closedByName: text().notNull(),
    closedAt: instant().notNull(),
  },
  (table) => [check("closed_month_is_month", sql`${table.month} ~ '^[0-9]{4}-[0-9]{2}$'`)],
);
