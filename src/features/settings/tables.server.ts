import { jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "#platform/db/columns.server.ts";

export const siteSettings = pgTable("site_setting", {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: instant().notNull().defaultNow(),
});
