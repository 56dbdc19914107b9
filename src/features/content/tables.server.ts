import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/** Title, description and keywords of a page, by the type and slug its route carries. */
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
