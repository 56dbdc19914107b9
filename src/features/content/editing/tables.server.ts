import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { instant, serialId } from "#platform/db/columns.server.ts";
import type { LanguageMarks, LanguageState } from "./language-state.ts";
import type { EntityName } from "#features/content/entities/revision-entities.ts";
import type { RevisionState } from "./revision-states.ts";

/** Versions of edited content. Publishing copies one to the public tables of content and catalogue. */
export const contentRevisions = pgTable(
  "content_revision",
  {
    id: serialId(),
    entity: text().$type<EntityName>().notNull(),
    /** Key in the entity's own table, as text; a new item has it from its first draft. */
    entityId: text().notNull(),
    /** Counts the item's saves, to detect edit conflicts. */
    version: integer().notNull(),
    state: text().$type<RevisionState>().notNull(),
    data: jsonb().$type<object>().notNull(),
    /** For each text: the version in which each language last changed. */
    marks: jsonb().$type<LanguageMarks>().notNull(),
    /** Null for the first revision, which is a copy of the entity's own table. */
    author: text(),
    note: text().notNull().default(""),
    restoredFrom: integer(),
    createdAt: instant().notNull(),
    savedAt: instant().notNull(),
    publishAt: instant(),
    publishedAt: instant(),
    /** When the item moved to the trash with this text; null for an item from before the limit, which is kept. */
    trashedAt: instant(),
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

/** Preview links; only the hash of a link's key is stored. */
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

/**
 * List data of each item, so that lists need not read whole texts. Triggers of the text tables set `behind`; such
 * summaries are updated before a list is read (`summaries.server.ts`).
 */
export const contentSummaries = pgTable(
  "content_summary",
  {
    entity: text().$type<EntityName>().notNull(),
    entityId: text().notNull(),
    behind: boolean().notNull().default(true),
    titleEng: text().notNull().default(""),
    /** Empty while the Arabic title is missing. */
    titleAr: text().notNull().default(""),
    path: text().notNull().default(""),
    image: text(),
    position: integer(),
    state: text().$type<Exclude<RevisionState, "replaced">>().notNull().default("published"),
    version: integer().notNull().default(0),
    revisionId: integer(),
    onSite: boolean().notNull().default(false),
    arabic: text().$type<LanguageState>().notNull().default("complete"),
    /** Fields without Arabic, and those whose Arabic is older than their English. */
    missing: text().array().notNull().default([]),
    stale: text().array().notNull().default([]),
    author: text(),
    savedAt: instant(),
    publishAt: instant(),
    publishedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.entity, table.entityId] }),
    index("content_summary_behind")
      .on(table.entity, table.entityId)
      .where(sql`${table.behind}`),
    index("content_summary_arabic")
      .on(table.arabic)
      .where(sql`${table.arabic} <> 'complete'`),
    index("content_summary_titles").using("gin", sql`(${table.titleEng} || chr(10) || ${table.titleAr}) gin_trgm_ops`),
  ],
);
