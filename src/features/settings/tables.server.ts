import { sql } from "drizzle-orm";
import { check, date, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant, serialId } from "#platform/db/columns.server.ts";
import type { DatedKey } from "./settings.ts";

export const siteSettings = pgTable("site_setting", {
  key: text().primaryKey(),
  /** JSON null means reset to the default. */
  value: jsonb().notNull(),
  updatedAt: instant().notNull().defaultNow(),
  /** Rises with each change; rows are never deleted. */
  version: integer().notNull().default(1),
});

/** Values that apply from a day on. Of several with the same first day, the last one written applies. */
export const settingPeriods = pgTable(
  "setting_period",
  {
    id: serialId(),
    key: text().$type<DatedKey>().notNull(),
    /** The first day in Riyadh. */
    startsOn: date({ mode: "string" }).notNull(),
    value: jsonb().notNull(),
    /** The author: the name at the time, and the id of `staff_user`. */
    setBy: text(),
    setById: text(),
    createdAt: instant().notNull(),
    /** When every process was notified that it applies; null while it is planned. */
    begunAt: instant(),
    version: integer().notNull().default(1),
  },
  (table) => [
    index().on(table.key, table.startsOn, table.id),
    index()
      .on(table.startsOn)
      .where(sql`${table.begunAt} is null`),
    check("setting_period_key", sql`${table.key} in ('taxPercent', 'seller')`),
  ],
);
