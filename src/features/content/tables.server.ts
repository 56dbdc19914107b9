import { sql } from "drizzle-orm";
import { check, date, index, integer, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { instant, serialId } from "#platform/db/columns.server.ts";
import { z } from "zod";
import { moduleGroups } from "./content.ts";

const bilingual = z.object({ eng: z.string(), ar: z.string().nullable() });

/**
 * Features of a module. If the module is a system, they are its parts ("Name: what it does"), with who works with a
 * part and what it exchanges data with.
 */
export const moduleFeatures = z.array(
  bilingual.extend({ used_by: bilingual.optional(), connects_to: bilingual.optional() }),
);

/**
 * By the type and slug of the route. In this table and those below, column keys are the field names of the API
 * (content.schema.server.ts).
 */
export const pageMetas = pgTable(
  "page_meta",
  {
    type: text().notNull(),
    slug: text().notNull(),
    title_eng: text().notNull(),
    title_ar: text(),
    description_eng: text().notNull(),
    description_ar: text(),
    keywords_eng: text().notNull().default(""),
    keywords_ar: text(),
  },
  (table) => [primaryKey({ columns: [table.type, table.slug] })],
);

/** `slug` names the carousel that shows the banner (`home`). */
export const banners = pgTable(
  "banner",
  {
    id: serialId(),
    slug: text().notNull(),
    position: integer().notNull(),
    /** Base name of the picture under /admin/images/banners/. */
    image: text().notNull(),
    title_eng: text().notNull(),
    title_ar: text(),
  },
  (table) => [unique().on(table.slug, table.image)],
);

/** Descriptions are safe HTML. */
export const staticPages = pgTable("static_page", {
  slug: text().primaryKey(),
  heading_eng: text().notNull(),
  heading_ar: text(),
  description_eng: text().notNull(),
  description_ar: text(),
  /** The day a legal text applies from. */
  updated_on: date({ mode: "string" }),
  updated_at: instant().notNull().defaultNow(),
});

/** Descriptions are safe HTML. */
export const faqs = pgTable("faq", {
  id: serialId(),
  position: integer().notNull(),
  heading_eng: text().notNull(),
  heading_ar: text(),
  description_eng: text().notNull(),
  description_ar: text(),
});

/** Bodies are safe HTML. */
export const news = pgTable(
  "news",
  {
    id: serialId(),
    slug: text().notNull().unique(),
    title_eng: text().notNull(),
    title_ar: text(),
    excerpt_eng: text().notNull(),
    excerpt_ar: text(),
    body_eng: text().notNull(),
    body_ar: text(),
    /** Base name of the picture under /admin/images/news/. */
    image: text().notNull(),
    link: text(),
    /** Used in search results and shared links; an empty one means the title, the excerpt or the picture. */
    search_title_eng: text().notNull().default(""),
    search_title_ar: text(),
    search_description_eng: text().notNull().default(""),
    search_description_ar: text(),
    share_image: text().notNull().default(""),
    /** Position in the slider of popular stories, 1 first; null if the story is not in it. */
    popular_position: integer(),
    created_at: instant().notNull().defaultNow(),
    updated_at: instant().notNull().defaultNow(),
  },
  (table) => [index().on(table.created_at)],
);

export const teamMembers = pgTable("team_member", {
  id: serialId(),
  position: integer().notNull(),
  title_eng: text().notNull(),
  title_ar: text(),
  name_eng: text().notNull(),
  name_ar: text(),
  email: text().notNull(),
  /** Name of an uploaded photograph. */
  image: text(),
});

export const softwareModules = pgTable("software_module", {
  slug: text().primaryKey(),
  group: text({ enum: moduleGroups }).notNull(),
  position: integer().notNull(),
  name_eng: text().notNull(),
  name_ar: text(),
  description_eng: text().notNull(),
  description_ar: text(),
  features: jsonb().$type<z.output<typeof moduleFeatures>>().notNull(),
});

/** Redirects of pages that have moved; paths without language. No target is redirected, so one step is enough. */
export const redirects = pgTable(
  "redirect",
  {
    fromPath: text().primaryKey(),
    toPath: text().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [index().on(table.toPath), check("redirect_leads_elsewhere", sql`${table.fromPath} <> ${table.toPath}`)],
);

/** People who teach courses. Courses and runs name them by id; an id without a row is ignored. */
export const trainers = pgTable("trainer", {
  id: serialId(),
  name_eng: text().notNull(),
  name_ar: text(),
  job_title_eng: text().notNull(),
  job_title_ar: text(),
  biography_eng: text().notNull().default(""),
  biography_ar: text(),
  /** Name of an uploaded picture; empty without one. */
  image: text().notNull().default(""),
});
