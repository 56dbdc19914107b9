import { editDistance, allowedTypos } from "./edit-distance.ts";

export type QueryTerm = {
  /** As written, lower case. */
  shown: string;
  word: string;
  /** Without the Arabic article. */
  stripped: string;
  lexeme: string;
  /** Some document contains it, or has contained it. */
  known: boolean;
  same: string[];
};

export type CandidateTerm = {
  term: string;
  how: "begins" | "contains" | "similar";
  word: string;
  stripped: string;
  shown: string;
  lexeme: string;
};

export interface SearchTerm {
  lexemes: string[];
  /** Lexemes with this prefix match too, with less rank. */
  beginning: string | null;
  corrected: string | null;
}

export const maxWords = 10;
const prefixFrom = 4;
const maxCandidates = 8;

function distinct<T>(list: T[]): T[] {
  return [...new Set(list)];
}

/** A known word as it is; else the words it begins, else those that contain it, else those with the fewest typos. */
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

// Lexemes contain letters and digits only (search_split), so quotes are all they need.
const quoted = (lexeme: string) => `'${lexeme}'`;
const anyOf = (list: string[]) => `(${list.join(" | ")})`;

/** All of the terms or any. `wide` includes prefixes. */
export function tsqueryOf(terms: SearchTerm[], { join, wide }: { join: "&" | "|"; wide: boolean }): string {
  return terms
    .map(({ lexemes, beginning }) =>
      anyOf([...lexemes.map(quoted), ...(wide && beginning ? [`${quoted(beginning)}:*`] : [])]),
    )
    .join(` ${join} `);
}
