/** Damerau-Levenshtein distance (a letter too many, missing, wrong, or two exchanged), capped at `most + 1`. */
export function editDistance(one: string, other: string, max: number): number {
  const [a, b] = [[...one], [...other]];
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let beforeLast: number[] = [];
  let last = b.map((_, index) => index).concat(b.length);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let typos = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        typos = Math.min(typos, at(beforeLast, j - 2) + 1);
      row.push(typos);
    }
    if (Math.min(...row) > max) return max + 1;
    [beforeLast, last] = [last, row];
  }
  return Math.min(at(last, b.length), max + 1);
}

const at = (row: number[], index: number) => row[index] ?? Infinity;

/** None in short words, where every typo makes another word. */
export function allowedTypos(word: string): number {
  const { length } = [...word];
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

/** As search_normalize writes them. Ignored beside other words; alone they are searched for: "What we do". */
export const stopWords: ReadonlySet<string> = new Set(
  [
    "a about am an and any are as at be by can do does for from get had has have how i if in into is it its me my no not of on or our so",
    "than that the their them there these they this to us was we were what when where which who why will with you your",
    // Before a name: "Dr Huda" is also Huda.
    "dr د دكتور الدكتور دكتوره الدكتوره",
    "في من علي الي عن مع او ثم هل ما ماذا لماذا كيف متي اين كم هذا هذه ذلك تلك التي الذي الذين هو هي هم نحن انا انت ان قد لا لم لن كل بعد قبل عند",
  ].flatMap((line) => line.split(" ")),
);

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
export function toSearchTerm(term: QueryTerm, near: CandidateTerm[]): SearchTerm {
  const own = distinct([term.lexeme, ...term.same]);
  if (term.known || term.same.length)
    return { lexemes: own, beginning: [...term.stripped].length >= prefixFrom ? term.stripped : null, corrected: null };
  for (const how of ["begins", "contains"] as const) {
    const lexemes = distinct(near.filter((word) => word.how === how).map((word) => word.lexeme));
    if (lexemes.length) return { lexemes: lexemes.slice(0, maxCandidates), beginning: null, corrected: null };
  }
  const max = allowedTypos(term.stripped);
  const alike = near
    .map((word) => ({ ...word, typos: editDistance(term.stripped, word.stripped, max) }))
    .filter((word) => word.typos <= max)
    // With the article when it was typed with it.
    .sort((a, b) => a.typos - b.typos || editDistance(term.word, a.word, 5) - editDistance(term.word, b.word, 5));
  const best = alike.filter((word) => word.typos === alike[0]?.typos);
  if (!best[0]) return { lexemes: own, beginning: null, corrected: null };
  return { lexemes: distinct(best.map((word) => word.lexeme)).slice(0, 3), beginning: null, corrected: best[0].shown };
}

// Lexemes contain letters and digits only (search_split), so quotes are all they need.
const quoted = (lexeme: string) => `'${lexeme}'`;
const joinWithOr = (list: string[]) => `(${list.join(" | ")})`;

/** All of the terms or any. `wide` includes prefixes. */
export function buildTsquery(terms: SearchTerm[], { join, wide }: { join: "&" | "|"; wide: boolean }): string {
  return terms
    .map(({ lexemes, beginning }) =>
      joinWithOr([...lexemes.map(quoted), ...(wide && beginning ? [`${quoted(beginning)}:*`] : [])]),
    )
    .join(` ${join} `);
}
