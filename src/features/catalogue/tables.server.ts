import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant, serialId } from "#platform/db/columns.server.ts";
import type { CurriculumDay, Speaker } from "./course.ts";

export const courses = pgTable(
  "course",
  {
    id: serialId(),
    slug: text().notNull().unique(),
    category: text().notNull(),
    subjectEng: text().notNull(),
    subjectAr: text(),
    nameEng: text().notNull(),
    nameAr: text(),
    summaryEng: text().notNull(),
    summaryAr: text(),
    aboutCourseEng: text().notNull(),
    aboutCourseAr: text(),
    prerequisitesEng: text().notNull(),
    prerequisitesAr: text(),
    speakers: jsonb().$type<Speaker[]>().notNull(),
    curriculum: jsonb().$type<CurriculumDay[]>().notNull(),
    image: text().notNull(),
    closed: boolean().notNull().default(false),
    /** Taken off the site by staff: no page, no list, no search; closed as well, so that nothing of it is sold. */
    offSite: boolean().notNull().default(false),
    /** On the home page, 1 first. */
    featuredPosition: integer(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
  },
  (table) => [
    index().on(table.category),
    index("course_featured")
      .on(table.featuredPosition)
      .where(sql`${table.featuredPosition} is not null`),
  ],
);
