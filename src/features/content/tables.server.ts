import { sql } from "drizzle-orm";
import { check, date, index, integer, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { instant, serialId } from "#platform/db/columns.server.ts";
import { z } from "zod";
import { moduleGroups } from "./content.ts";

const bilingual = z.object({ eng: z.string(), ar: z.string().nullable() });

/** Of a system's part ("Name: what it does") also who works with it and what it exchanges data with. */
export const moduleFeatures = z.array(
  bilingual.extend({ used_by: bilingual.optional(), connects_to: bilingual.optional() }),
);

/** By the type and slug of the route. Here as below, keys are the names on the wire (content.schema.server.ts). */
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

/** `slug` is the carousel they stand in (`home`). */
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
    /** For search results and shared links, in place of title, excerpt and picture; empty ones are those. */
    search_title_eng: text().notNull().default(""),
    search_title_ar: text(),
    search_description_eng: text().notNull().default(""),
    search_description_ar: text(),
    share_image: text().notNull().default(""),
    /** In the popular slider, 1 first. */
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

/** Those who teach courses. Courses and runs name them by id; an id without a row is left out. */
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
