import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { instant, serialId } from "#platform/db/columns.server.ts";
import type { LanguageMarks } from "./language-state.ts";
import type { EntityName } from "./revision-entities.ts";
import type { RevisionState } from "./revision-states.ts";

/**
 * Every version of every piece of content that staff have edited. What visitors see stands in the tables of content and catalogue; publishing
 * copies a version there. Content that was never edited has no row here.
 */
export const contentRevisions = pgTable(
  "content_revision",
  {
    id: serialId(),
    entity: text().$type<EntityName>().notNull(),
    /** The key of the row in the entity's own table, as text; a new item has its key from its first draft on. */
    entityId: text().notNull(),
    /** Counts every save of this item; an editor who read another number meets a conflict. */
    version: integer().notNull(),
    state: text().$type<RevisionState>().notNull(),
    data: jsonb().$type<object>().notNull(),
    /** For each text the version in which its English and its Arabic last changed. */
    marks: jsonb().$type<LanguageMarks>().notNull(),
    /** Id of the person who saved it; null when it was taken from the table as it stood. */
    author: text(),
    note: text().notNull().default(""),
    /** The revision whose data was brought back. */
    restoredFrom: integer(),
    createdAt: instant().notNull(),
    savedAt: instant().notNull(),
    publishAt: instant(),
    publishedAt: instant(),
  },
  (table) => [
    unique("content_revision_version").on(table.entity, table.entityId, table.version),
    // One of each at most, whatever the code above does.
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

/** Keys that open the preview of a revision; only their hash is kept. */
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
