import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { z } from "zod";
import { instant, serialId } from "#platform/db/columns.server.ts";
import { courseCategories } from "./filters.ts";

const arabic = z.string().nullable();

/** One entry per teaching day. */
export const curriculum = z.array(
  z.object({
    title_eng: z.string(),
    title_ar: arabic,
    items: z.array(z.object({ eng: z.string(), ar: arabic })),
  }),
);

const arabicColumn = () => text();
/** Columns of a text in both languages, `<name>_eng` and `<name>_ar`. The Arabic one may be null. */
const bilingualColumns = <Name extends string, English>(name: Name, english: English) =>
  ({ [`${name}_eng`]: english, [`${name}_ar`]: arabicColumn() }) as Record<`${Name}_eng`, English> &
    Record<`${Name}_ar`, ReturnType<typeof arabicColumn>>;

/**
 * The keys are the names in the API, which has every column except those that catalogue.schema.server.ts leaves out.
 */
export const courses = pgTable(
  "course",
  {
    id: serialId(),
    slug: text().notNull().unique(),
    category: text({ enum: courseCategories }).notNull(),
    ...bilingualColumns("subject", text().notNull()),
    ...bilingualColumns("name", text().notNull()),
    ...bilingualColumns("summary", text().notNull()),
    ...bilingualColumns("about_course", text().notNull()),
    ...bilingualColumns("prerequisites", text().notNull()),
    /** Unused: only the previous version reads it. To be dropped one release later (decision 051). */
    speakers: jsonb().notNull().default([]),
    /** Ids of the trainers who usually teach the course, in order. */
    trainer_ids: integer().array().notNull().default([]),
    curriculum: jsonb().$type<z.output<typeof curriculum>>().notNull(),
    image: text().notNull(),
    /** Name, summary and picture for search results and shared links. Empty columns mean those of the course. */
    ...bilingualColumns("search_title", text().notNull().default("")),
    ...bilingualColumns("search_description", text().notNull().default("")),
    share_image: text().notNull().default(""),
    disable_course: boolean("closed").notNull().default(false),
    /** Unpublished by staff: no page, no list, no search. Also closed, so that nothing of it is sold. */
    off_site: boolean().notNull().default(false),
    /** Position on the home page, 1 first. */
    featured_position: integer(),
    created_at: instant().notNull().defaultNow(),
    updated_at: instant().notNull().defaultNow(),
  },
  (table) => [
    index().on(table.category),
    index("course_featured")
      .on(table.featured_position)
      .where(sql`${table.featured_position} is not null`),
  ],
);
