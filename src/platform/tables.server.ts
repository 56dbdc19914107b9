import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Attempts counted per limit and key (address, account …) in a window; shared by every process. */
export const rateLimits = pgTable("rate_limit", {
  key: text().primaryKey(),
  windowEndsAt: timestamp({ withTimezone: true }).notNull(),
  attempts: integer().notNull(),
});
