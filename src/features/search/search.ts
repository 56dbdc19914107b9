/** What can be found, in the order in which groups are shown. */
export const kinds = ["course", "page", "news", "faq"] as const;
export type Kind = (typeof kinds)[number];

export interface Hit {
  /** Plain text. */
  title: string;
  /** The title as HTML: escaped text in which only `<mark>` occurs. */
  markedTitle: string;
  /** Some thirty words around the match as HTML: escaped text in which only `<mark>` occurs. */
  excerpt: string;
  /** Path without language, may end in #anchor. */
  url: string;
  /** Base name of a course's or a story's picture, null where there is none. */
  image: string | null;
  /** The language of title and excerpt: the reader's own, English where there is no Arabic. */
  lang: "en" | "ar";
}

export interface Group {
  type: Kind;
  /** All that match. */
  total: number;
  /** The best of them; none when another type was asked for. */
  hits: Hit[];
}

export interface SearchResults {
  total: number;
  /** Those with a match, in the order of `kinds`. */
  groups: Group[];
  /** The words as we know them, when some were misspelt; found are then the corrected ones. */
  didYouMean: string | null;
}
