import { sql } from "drizzle-orm";
import {
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { ModuleFeature, ModuleGroup } from "./content.ts";
import type { LanguageMarks } from "#features/editing/language-state.ts";
import type { EntityName } from "#features/editing/revision-entities.ts";
import type { RevisionState } from "#features/editing/revision-states.ts";

const id = () => integer().primaryKey().generatedAlwaysAsIdentity();

/** By the type and slug of the route. */
export const pageMetas = pgTable(
  "page_meta",
  {
    type: text().notNull(),
    slug: text().notNull(),
    titleEng: text().notNull(),
    titleAr: text(),
    descriptionEng: text().notNull(),
    descriptionAr: text(),
    keywordsEng: text().notNull().default(""),
    keywordsAr: text(),
  },
  (table) => [primaryKey({ columns: [table.type, table.slug] })],
);

/** `slug` is the carousel they stand in (`home`). */
export const banners = pgTable(
  "banner",
  {
    id: id(),
    slug: text().notNull(),
    position: integer().notNull(),
    /** Base name of the picture under /admin/images/banners/. */
    image: text().notNull(),
    titleEng: text().notNull(),
    titleAr: text(),
  },
  (table) => [unique().on(table.slug, table.image)],
);

/** Descriptions are safe HTML. */
export const staticPages = pgTable("static_page", {
  slug: text().primaryKey(),
  headingEng: text().notNull(),
  headingAr: text(),
  descriptionEng: text().notNull(),
  descriptionAr: text(),
  /** The day a legal text applies from. */
  updatedOn: date({ mode: "string" }),
  updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

/** Descriptions are safe HTML. */
export const faqs = pgTable("faq", {
  id: id(),
  position: integer().notNull(),
  headingEng: text().notNull(),
  headingAr: text(),
  descriptionEng: text().notNull(),
  descriptionAr: text(),
});

/** Bodies are safe HTML. */
export const news = pgTable(
  "news",
  {
    id: id(),
    slug: text().notNull().unique(),
    titleEng: text().notNull(),
    titleAr: text(),
    excerptEng: text().notNull(),
    excerptAr: text(),
    bodyEng: text().notNull(),
    bodyAr: text(),
    /** Base name of the picture under /admin/images/news/. */
    image: text().notNull(),
    link: text(),
    /** In the popular slider, 1 first. */
    popularPosition: integer(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index().on(table.createdAt)],
);

export const teamMembers = pgTable("team_member", {
  id: id(),
  position: integer().notNull(),
  titleEng: text().notNull(),
  titleAr: text(),
  nameEng: text().notNull(),
  nameAr: text(),
  email: text().notNull(),
});

export const softwareModules = pgTable("software_module", {
  slug: text().primaryKey(),
  group: text().$type<ModuleGroup>().notNull(),
  position: integer().notNull(),
  nameEng: text().notNull(),
  nameAr: text(),
  descriptionEng: text().notNull(),
  descriptionAr: text(),
  features: jsonb().$type<ModuleFeature[]>().notNull(),
});

const instant = () => timestamp({ withTimezone: true, mode: "date" });

/**
 * Every version of every piece of content that staff have edited. What visitors see stands in the tables above; publishing copies a
 * version there. Content that was never edited has no row here.
 */
export const contentRevisions = pgTable(
  "content_revision",
  {
    id: id(),
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
  id: id(),
  revisionId: integer()
    .notNull()
    .references(() => contentRevisions.id, { onDelete: "cascade" }),
  keyHash: text().notNull().unique(),
  createdBy: text(),
  createdAt: instant().notNull(),
  expiresAt: instant().notNull(),
  revokedAt: instant(),
});

/** Where a page has moved; paths without language. No target is itself moved, so one step always leads there. */
export const redirects = pgTable(
  "redirect",
  {
    fromPath: text().primaryKey(),
    toPath: text().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [index().on(table.toPath), check("redirect_leads_elsewhere", sql`${table.fromPath} <> ${table.toPath}`)],
);
