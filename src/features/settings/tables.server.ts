import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** One row a setting of the site; the shape of each value is in settings.ts. */
export const siteSettings = pgTable("site_setting", {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
