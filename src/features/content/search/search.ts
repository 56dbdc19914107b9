export const kinds = ["course", "page", "news", "faq"] as const;
export type Kind = (typeof kinds)[number];

export interface Hit {
  title: string;
  /** HTML: escaped text in which only `<mark>` occurs. */
  markedTitle: string;
  /** About thirty words around the matches; HTML like `markedTitle`. */
  excerpt: string;
  /** Path without language; may end in #anchor. */
  url: string;
  /** Base name of a course's or a story's picture. */
  image: string | null;
  /** Language of title and excerpt: the reader's, or English where there is no Arabic. */
  lang: "en" | "ar";
}

export interface Group {
  type: Kind;
  total: number;
  /** The best hits; empty when another type was requested. */
  hits: Hit[];
}

export interface SearchResults {
  total: number;
  /** Groups with a match, in the order of `kinds`. */
  groups: Group[];
  /** The corrected words, which the results match, when some were misspelt; else null. */
  didYouMean: string | null;
}

/** What a search page looks for, read from an address such as `/search?q=audit&type=course`. */
export interface Query {
  q: string;
  type: Kind | undefined;
}

/** In characters. The header's search box and the API have the same limit. */
export const longestQuery = 200;

export function parseQuery(query: URLSearchParams): Query {
  // eslint-disable-next-line no-control-regex
  const q = (query.get("q") ?? "")
    .replace(/[\u0000-\u001f\u007f]/g, " ")
    .trim()
    .slice(0, longestQuery);
  return { q: q.isWellFormed() ? q : "", type: kinds.find((kind) => kind === query.get("type")) };
}

export function searchAddress({ q, type }: Query): string {
  return `/search?${new URLSearchParams({ q, ...(type && { type }) }).toString()}`;
}
