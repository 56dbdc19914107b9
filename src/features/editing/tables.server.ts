import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { instant, serialId } from "#platform/db/columns.server.ts";
import type { LanguageMarks } from "./language-state.ts";
import type { EntityName } from "./revision-entities.ts";
import type { RevisionState } from "./revision-states.ts";

/** Versions of edited content. Publishing copies one to the public tables of content and catalogue. */
export const contentRevisions = pgTable(
  "content_revision",
  {
    id: serialId(),
    entity: text().$type<EntityName>().notNull(),
    /** Key in the entity's own table, as text; a new item has it from its first draft on. */
    entityId: text().notNull(),
    /** Counts the item's saves, to detect edit conflicts. */
    version: integer().notNull(),
    state: text().$type<RevisionState>().notNull(),
    data: jsonb().$type<object>().notNull(),
    /** By text: the version in which each language last changed. */
    marks: jsonb().$type<LanguageMarks>().notNull(),
    /** Null when it was copied from the table. */
    author: text(),
    note: text().notNull().default(""),
    restoredFrom: integer(),
    createdAt: instant().notNull(),
    savedAt: instant().notNull(),
    publishAt: instant(),
    publishedAt: instant(),
  },
  (table) => [
    unique("content_revision_version").on(table.entity, table.entityId, table.version),
    uniqueIndex("content_revision_one_draft")
      .on(table.entity, table.entityId)
      .where(sql`${table.state} = 'draft'`),
    uniqueIndex("content_revision_one_scheduled")
      .on(table.entity, table.entityId)
      .where(sql`${table.state} = 'scheduled'`),
    uniqueIndex("content_revision_one_published")
      .on(table.entity, table.entityId)
      .where(sql`${table.state} = 'published'`),
    index("content_revision_due")
      .on(table.publishAt)
      .where(sql`${table.state} = 'scheduled'`),
    check("content_revision_state", sql`${table.state} in ('draft', 'scheduled', 'published', 'replaced')`),
    check("content_revision_has_its_minute", sql`${table.state} <> 'scheduled' or ${table.publishAt} is not null`),
  ],
);

/** Only a key's hash is stored. */
export const contentPreviews = pgTable("content_preview", {
  id: serialId(),
  revisionId: integer()
    .notNull()
    .references(() => contentRevisions.id, { onDelete: "cascade" }),
  keyHash: text().notNull().unique(),
  createdBy: text(),
  createdAt: instant().notNull(),
  expiresAt: instant().notNull(),
  revokedAt: instant(),
});
