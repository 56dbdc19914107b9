import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./db/columns.server.ts";
import type { Actor } from "./context.server.ts";

/** Attempts counted per limit and key (address, account …) in a window; shared by every process. */
export const rateLimits = pgTable("rate_limit", {
  key: text().primaryKey(),
  windowEndsAt: instant().notNull(),
  attempts: integer().notNull(),
});

/**
 * Who did what to which record. A trigger of the migration refuses every change and deletion, except blanking the
 * personal fields that an event itself names (`erase_audit_personal`).
 */
export const auditEvents = pgTable(
  "audit_event",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant().notNull(),
    actorKind: text().$type<Actor["kind"]>().notNull(),
    actorId: text(),
    actorName: text(),
    action: text().notNull(),
    entity: text().notNull(),
    entityId: text().notNull(),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    /** The person whose data is at `personalPaths`. */
    personalOf: text(),
    personalPaths: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    requestId: text().notNull(),
  },
  (table) => [
    index().on(table.entity, table.entityId, table.id),
    index().on(table.actorId, table.id),
    index().on(table.action, table.id),
    index().on(table.at),
    index()
      .on(table.personalOf)
      .where(sql`${table.personalOf} is not null`),
  ],
);
