import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** The shape of each value is in settings.ts. */
export const siteSettings = pgTable("site_setting", {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
