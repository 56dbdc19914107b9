/** Damerau-Levenshtein distance (a letter too many, missing, wrong, or two exchanged), capped at `max + 1`. */
export function editDistance(one: string, other: string, max: number): number {
  const [a, b] = [[...one], [...other]];
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let beforeLast: number[] = [];
  let last = b.map((_, index) => index).concat(b.length);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let typos = Math.min(valueAt(last, j) + 1, valueAt(row, j - 1) + 1, valueAt(last, j - 1) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        typos = Math.min(typos, valueAt(beforeLast, j - 2) + 1);
      row.push(typos);
    }
    if (Math.min(...row) > max) return max + 1;
    [beforeLast, last] = [last, row];
  }
  return Math.min(valueAt(last, b.length), max + 1);
}

const valueAt = (row: number[], index: number) => row[index] ?? Infinity;

/** How many typos a word may have: none in a short word, where every typo makes another word. */
export function allowedTypos(word: string): number {
  const { length } = [...word];
  return length < 4 ? 0 : length < 8 ? 1 : 2;
}

/** Spelled as by search_normalize. Ignored beside other words; a text of stop words alone is searched: "What we do". */
export const stopWords: ReadonlySet<string> = new Set(
  [
    "a about am an and any are as at be by can do does for from get had has have how i if in into is it its me my no not of on or our so",
    "than that the their them there these they this to us was we were what when where which who why will with you your",
    // Titles before a name: "Dr Huda" also finds Huda.
    "dr د دكتور الدكتور دكتوره الدكتوره",
    "في من علي الي عن مع او ثم هل ما ماذا لماذا كيف متي اين كم هذا هذه ذلك تلك التي الذي الذين هو هي هم نحن انا انت ان قد لا لم لن كل بعد قبل عند",
  ].flatMap((line) => line.split(" ")),
);

export type QueryTerm = {
  /** The word as it was typed, in lower case. */
  shown: string;
  word: string;
  /** The word without the Arabic article. */
  stripped: string;
  lexeme: string;
  /** Whether a document contains the lexeme, or has ever contained it. */
  known: boolean;
  /** Lexemes of words with the same meaning. */
  same: string[];
};

export type CandidateTerm = {
  term: string;
  /** How `word` relates to `term`. */
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
const minPrefixLength = 4;
const maxCandidates = 8;

function removeDuplicates<T>(list: T[]): T[] {
  return [...new Set(list)];
}

/**
 * Chooses what to search for: a known word itself; else the words that it begins, else those that contain it, else
 * those with the fewest typos.
 */
export function toSearchTerm(term: QueryTerm, candidates: CandidateTerm[]): SearchTerm {
  const ownLexemes = removeDuplicates([term.lexeme, ...term.same]);
  if (term.known || term.same.length)
    return {
      lexemes: ownLexemes,
      beginning: [...term.stripped].length >= minPrefixLength ? term.stripped : null,
      corrected: null,
    };
  for (const how of ["begins", "contains"] as const) {
    const lexemes = removeDuplicates(candidates.filter((word) => word.how === how).map((word) => word.lexeme));
    if (lexemes.length) return { lexemes: lexemes.slice(0, maxCandidates), beginning: null, corrected: null };
  }
  const max = allowedTypos(term.stripped);
  const alike = candidates
    .map((word) => ({ ...word, typos: editDistance(term.stripped, word.stripped, max) }))
    .filter((word) => word.typos <= max)
    // Among words with equally few typos, the one closest to the typed word with its article comes first.
    .sort((a, b) => a.typos - b.typos || editDistance(term.word, a.word, 5) - editDistance(term.word, b.word, 5));
  const best = alike.filter((word) => word.typos === alike[0]?.typos);
  if (!best[0]) return { lexemes: ownLexemes, beginning: null, corrected: null };
  return {
    lexemes: removeDuplicates(best.map((word) => word.lexeme)).slice(0, 3),
    beginning: null,
    corrected: best[0].shown,
  };
}

// Lexemes contain letters and digits only (search_split), so quotes are all they need.
const quote = (lexeme: string) => `'${lexeme}'`;
const joinWithOr = (list: string[]) => `(${list.join(" | ")})`;

/** Joins the terms with `&` (all must match) or `|` (any may match). `wide` includes prefixes. */
export function buildTsquery(terms: SearchTerm[], { join, wide }: { join: "&" | "|"; wide: boolean }): string {
  return terms
    .map(({ lexemes, beginning }) =>
      joinWithOr([...lexemes.map(quote), ...(wide && beginning ? [`${quote(beginning)}:*`] : [])]),
    )
    .join(` ${join} `);
}
