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
