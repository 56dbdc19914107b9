export const kinds = ["course", "page", "news", "faq"] as const;
export type Kind = (typeof kinds)[number];

export interface Hit {
  title: string;
  /** HTML: escaped text in which only `<mark>` occurs. */
  markedTitle: string;
  /** Some thirty words around the match; HTML as `markedTitle`. */
  excerpt: string;
  /** Without language, may end in #anchor. */
  url: string;
  /** Base name of a course's or a story's picture. */
  image: string | null;
  /** Of title and excerpt: the reader's, or English where there is no Arabic. */
  lang: "en" | "ar";
}

export interface Group {
  type: Kind;
  total: number;
  /** The best of them; none when another type was requested. */
  hits: Hit[];
}

export interface SearchResults {
  total: number;
  /** Those with a match, in the order of `kinds`. */
  groups: Group[];
  /** The corrected words, when some were misspelt; results are for these. */
  didYouMean: string | null;
}

/** Such as `/search?q=audit&type=course`. */
export interface Query {
  q: string;
  type: Kind | undefined;
}

/** In characters, as in the header's box and the API. */
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
