import { sql } from "drizzle-orm";
import { boolean, customType, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import type { Kind } from "./search.ts";

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** One row for each course, story, page and question, kept current by triggers on their tables (view search_source). */
export const searchDocuments = pgTable(
  "search_document",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /**
     * False for a course without a date, which has no page. This column and `kind` come first, because counting reads
     * only these two, of thousands of rows.
     */
    visible: boolean().notNull(),
    kind: text().$type<Kind>().notNull(),
    /** The slug; for a question, the id. */
    key: text().notNull(),
    url: text().notNull(),
    image: text(),
    titleEng: text().notNull(),
    titleAr: text(),
    textEng: text().notNull(),
    textAr: text().notNull(),
    vectorEng: tsvector().notNull(),
    vectorAr: tsvector().notNull(),
  },
  (table) => [
    unique().on(table.kind, table.key),
    index("search_document_words").using("gin", sql`search_both(${table.vectorEng}, ${table.vectorAr})`),
    index("search_document_titles").using("gin", sql`search_titles(${table.vectorEng}, ${table.vectorAr})`),
  ],
);

/** Every word that any document has ever contained, normalized by search_normalize. */
export const searchWords = pgTable(
  "search_word",
  {
    word: text().primaryKey(),
    shown: text().notNull(),
    /** The word without the Arabic article. */
    stripped: text().notNull(),
    lexeme: text().notNull(),
    /** The lexeme without a leading conjunction or preposition, when there may be one. */
    also: text(),
  },
  (table) => [
    index().on(table.lexeme),
    index().on(table.also),
    index("search_word_beginning").on(sql`${table.stripped} text_pattern_ops`),
    index("search_word_similar").using("gin", sql`${table.stripped} gin_trgm_ops`),
    index("search_word_deletions").using("gin", sql`search_deletions(${table.stripped})`),
  ],
);

/** Words with the same meaning, mainly Arabic broken plurals. */
export const searchSynonyms = pgTable(
  "search_synonym",
  {
    word: text().primaryKey(),
    meaning: integer().notNull(),
    lexeme: text().notNull(),
  },
  (table) => [index().on(table.meaning), index().on(table.lexeme)],
);
