import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, numeric, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { bytea, instant, serialId } from "#platform/db/columns.server.ts";
import { users } from "#features/people/tables.server.ts";
import type { ActivityKind } from "./record.ts";

const person = () =>
  text()
    .notNull()
    .references(() => users.id);

/** Activities that people declare to have done elsewhere. Nobody verifies them. */
export const declaredActivities = pgTable(
  "declared_activity",
  {
    id: serialId(),
    userId: person(),
    title: text().notNull(),
    provider: text().notNull(),
    kind: text().$type<ActivityKind>().notNull(),
    date: date({ mode: "string" }).notNull(),
    /** CPD hours, in steps of 0.5. */
    hours: numeric({ precision: 5, scale: 1, mode: "number" }).notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    index().on(table.userId, table.date),
    check("declared_hours_in_halves", sql`${table.hours} > 0 and ${table.hours} * 2 = floor(${table.hours} * 2)`),
  ],
);

/** The file that proves a declared activity. Uploaded first, then attached when the activity is saved. */
export const activityProofs = pgTable(
  "activity_proof",
  {
    id: serialId(),
    userId: person(),
    /** The activity that it proves; null until that activity is saved. */
    activityId: integer().references(() => declaredActivities.id, { onDelete: "cascade" }),
    name: text().notNull(),
    type: text().notNull(),
    content: bytea().notNull(),
    bytes: integer().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [uniqueIndex().on(table.activityId), index().on(table.userId)],
);

/** Hours that a person aims for between two days. */
export const cpdTargets = pgTable(
  "cpd_target",
  {
    userId: person().primaryKey(),
    hours: numeric({ precision: 5, scale: 1, mode: "number" }).notNull(),
    startsOn: date({ mode: "string" }).notNull(),
    endsOn: date({ mode: "string" }).notNull(),
  },
  (table) => [check("cpd_cycle_in_order", sql`${table.startsOn} <= ${table.endsOn}`)],
);

/** Links that show a record to people without an account. */
export const recordShares = pgTable(
  "record_share",
  {
    /**
     * The code in the link is a signature of this id. Only its hash is stored, so a copy of the database opens no
     * record.
     */
    id: text().primaryKey(),
    userId: person(),
    codeHash: text().notNull().unique(),
    /** Years that the link shows; null for all years, future ones included. */
    years: integer().array(),
    withDeclared: boolean().notNull(),
    /** Last day on which the link works, in Riyadh. */
    endsOn: date({ mode: "string" }).notNull(),
    createdAt: instant().notNull(),
    withdrawnAt: instant(),
    views: integer().notNull().default(0),
    lastViewedAt: instant(),
  },
  (table) => [index().on(table.userId)],
);
