import { editDistance, allowedTypos } from "./edit-distance.ts";

/** A word of the query, as the database normalizes it. */
export type QueryTerm = {
  /** As written, lower case. */
  shown: string;
  word: string;
  /** Without the Arabic article. */
  bare: string;
  lexeme: string;
  /** Some document holds it, or has held it. */
  known: boolean;
  /** Lexemes of words that mean the same. */
  same: string[];
};

/** A known word near an unknown one: longer at the end, longer on both sides, or alike. */
export type CandidateTerm = {
  asked: string;
  how: "begins" | "holds" | "similar";
  word: string;
  bare: string;
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
export function termOf(asked: QueryTerm, near: CandidateTerm[]): SearchTerm {
  const own = distinct([asked.lexeme, ...asked.same]);
  if (asked.known || asked.same.length)
    return { lexemes: own, beginning: [...asked.bare].length >= prefixFrom ? asked.bare : null, corrected: null };
  for (const how of ["begins", "holds"] as const) {
    const lexemes = distinct(near.filter((word) => word.how === how).map((word) => word.lexeme));
    if (lexemes.length) return { lexemes: lexemes.slice(0, maxCandidates), beginning: null, corrected: null };
  }
  const most = allowedTypos(asked.bare);
  const alike = near
    .map((word) => ({ ...word, slips: editDistance(asked.bare, word.bare, most) }))
    .filter((word) => word.slips <= most)
    // With the article when it was asked with it.
    .sort((a, b) => a.slips - b.slips || editDistance(asked.word, a.word, 5) - editDistance(asked.word, b.word, 5));
  const best = alike.filter((word) => word.slips === alike[0]?.slips);
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
