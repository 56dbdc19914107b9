import { editDistance, allowedTypos } from "./edit-distance.ts";

/** A word of the query, as the database normalizes it. */
export type QueryTerm = {
  /** As written, lower case. */
  shown: string;
  word: string;
  /** Without the Arabic article. */
  stripped: string;
  lexeme: string;
  /** Some document holds it, or has held it. */
  known: boolean;
  /** Lexemes of words that mean the same. */
  same: string[];
};

/** A known word near an unknown one: longer at the end, longer on both sides, or alike. */
export type CandidateTerm = {
  term: string;
  how: "begins" | "contains" | "similar";
  word: string;
  stripped: string;
  shown: string;
  lexeme: string;
};

/** What one word is looked up as. */
export interface SearchTerm {
  lexemes: string[];
  /** Lexemes that only begin with this count too, for less. */
  beginning: string | null;
  /** The word put right. */
  corrected: string | null;
}

/** Words of a text that are looked for, at most: the first. */
export const maxWords = 10;
const prefixFrom = 4;
const maxCandidates = 8;

function distinct<T>(list: T[]): T[] {
  return [...new Set(list)];
}

/**
 * Looks a word up as it is when it is known, else as what it begins, else as what holds it, else as the known words
 * with the fewest typos.
 */
export function termOf(term: QueryTerm, near: CandidateTerm[]): SearchTerm {
  const own = distinct([term.lexeme, ...term.same]);
  if (term.known || term.same.length)
    return { lexemes: own, beginning: [...term.stripped].length >= prefixFrom ? term.stripped : null, corrected: null };
  for (const how of ["begins", "contains"] as const) {
    const lexemes = distinct(near.filter((word) => word.how === how).map((word) => word.lexeme));
    if (lexemes.length) return { lexemes: lexemes.slice(0, maxCandidates), beginning: null, corrected: null };
  }
  const most = allowedTypos(term.stripped);
  const alike = near
    .map((word) => ({ ...word, typos: editDistance(term.stripped, word.stripped, most) }))
    .filter((word) => word.typos <= most)
    // With the article when it was typed with it.
    .sort((a, b) => a.typos - b.typos || editDistance(term.word, a.word, 5) - editDistance(term.word, b.word, 5));
  const best = alike.filter((word) => word.typos === alike[0]?.typos);
  if (!best[0]) return { lexemes: own, beginning: null, corrected: null };
  return { lexemes: distinct(best.map((word) => word.lexeme)).slice(0, 3), beginning: null, corrected: best[0].shown };
}

// Lexemes hold letters and digits only (search_split), so quotes are all they need.
const quoted = (lexeme: string) => `'${lexeme}'`;
const anyOf = (list: string[]) => `(${list.join(" | ")})`;

/** The terms as a tsquery, each of them wanted or any. `wide` includes words that only begin like one. */
export function tsqueryOf(terms: SearchTerm[], { join, wide }: { join: "&" | "|"; wide: boolean }): string {
  return terms
    .map(({ lexemes, beginning }) =>
      anyOf([...lexemes.map(quoted), ...(wide && beginning ? [`${quoted(beginning)}:*`] : [])]),
    )
    .join(` ${join} `);
}
