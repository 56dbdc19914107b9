import { sql } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import {
  stopWords,
  buildTsquery,
  toSearchTerm,
  maxWords,
  type QueryTerm,
  type CandidateTerm,
  type SearchTerm,
} from "./terms.ts";

const maxLetters = 200;

/**
 * Reads the words of a text with their search forms. "limit 1" replaces "exists", for which PostgreSQL would read the
 * whole vocabulary.
 */
async function readWords(ctx: Ctx, text: string): Promise<QueryTerm[]> {
  const { rows } = await ctx.db.execute<QueryTerm>(sql`
    select s.shown, w.word, b.stripped, l.lexeme,
      coalesce(
        (select true from search_word where search_word.lexeme = l.lexeme limit 1),
        (select true from search_word where also = l.lexeme limit 1), false) as known,
      array(
        select distinct other.lexeme from search_synonym mine join search_synonym other using (meaning)
        where mine.word in (w.word, b.stripped) or mine.lexeme = l.lexeme) as same
    from search_split(${text}) s, search_normalize(s.shown) w (word), search_strip_article(w.word) b (stripped),
      search_lexeme(b.stripped) l (lexeme)
    order by s.position`);
  return rows;
}

async function readCandidates(ctx: Ctx, words: string[]): Promise<CandidateTerm[]> {
  if (words.length === 0) return [];
  const { rows } = await ctx.db.execute<CandidateTerm>(sql`
    select term, candidate.* from unnest(${sql.param(words)}::text[]) term cross join lateral search_candidates(term) candidate`);
  return rows;
}

export interface SearchTerms {
  /** tsquery: all words, each in some form. */
  all: string;
  /** Broader tsqueries, best first: all words but one, any of them. */
  broader: string[];
  /** tsquery: any of the unmodified words, ranked before prefixes. */
  exact: string;
  /** tsqueries: one for each word in some form. */
  each: string[];
  lexemes: string[];
  beginnings: string[];
  corrected: string | null;
}

/** Builds the tsqueries of a search text; null for a text without words. */
export async function searchTerms(ctx: Ctx, text: string): Promise<SearchTerms | null> {
  // PostgreSQL rejects U+0000 and half a surrogate pair.
  const readable = text.toWellFormed().replaceAll("\0", " ").slice(0, maxLetters).toWellFormed();
  const rows = await readWords(ctx, readable);
  const words = [...new Map(rows.map((row) => [row.word, row])).values()];
  const contentWords = words.filter(({ word }) => !stopWords.has(word));
  const queryWords = (contentWords.length ? contentWords : words).slice(0, maxWords);
  if (!queryWords.length) return null;
  const unknown = queryWords.filter(({ known, same }) => !known && !same.length).map(({ stripped }) => stripped);
  const candidates = await readCandidates(ctx, unknown);
  const terms = new Map(
    queryWords.map((term) => [
      term.word,
      toSearchTerm(
        term,
        candidates.filter((candidate) => candidate.term === term.stripped),
      ),
    ]),
  );
  return { ...buildQueries([...terms.values()]), corrected: buildCorrectedText(rows, terms) };
}

function buildQueries(terms: SearchTerm[]) {
  return {
    all: buildTsquery(terms, { join: "&", wide: true }),
    broader: relaxTerms(terms),
    exact: buildTsquery(terms, { join: "|", wide: false }),
    each: terms.map((term) => buildTsquery([term], { join: "&", wide: true })),
    lexemes: terms.flatMap(({ lexemes }) => lexemes),
    beginnings: terms.flatMap(({ beginning }) => beginning ?? []),
  };
}

function relaxTerms(terms: SearchTerm[]): string[] {
  if (terms.length < 2) return [];
  const anyTerm = buildTsquery(terms, { join: "|", wide: true });
  if (terms.length === 2) return [anyTerm];
  return [
    terms
      .map(
        (omitted) =>
          `(${buildTsquery(
            terms.filter((term) => term !== omitted),
            { join: "&", wide: true },
          )})`,
      )
      .join(" | "),
    anyTerm,
  ];
}

function buildCorrectedText(words: QueryTerm[], terms: Map<string, SearchTerm>): string | null {
  if (![...terms.values()].some(({ corrected }) => corrected)) return null;
  return words.map(({ word, shown }) => terms.get(word)?.corrected ?? shown).join(" ");
}
