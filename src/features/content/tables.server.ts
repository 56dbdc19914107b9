import { sql } from "drizzle-orm";
import { check, date, index, integer, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { instant, serialId } from "#platform/db/columns.server.ts";
import type { ModuleFeature, ModuleGroup } from "./content.ts";

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
    id: serialId(),
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
  updatedAt: instant().notNull().defaultNow(),
});

/** Descriptions are safe HTML. */
export const faqs = pgTable("faq", {
  id: serialId(),
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
    id: serialId(),
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
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [index().on(table.createdAt)],
);

export const teamMembers = pgTable("team_member", {
  id: serialId(),
  position: integer().notNull(),
  titleEng: text().notNull(),
  titleAr: text(),
  nameEng: text().notNull(),
  nameAr: text(),
  email: text().notNull(),
  /** Name of an uploaded photograph. */
  image: text(),
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
