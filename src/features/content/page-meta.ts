/** What the head of a page says about it, in the page's language. */
export interface PageMeta {
  title: string;
  description: string;
  /** Comma separated; may be empty. */
  keywords: string;
}

/** The same, and what else is known of what the page shows. */
export interface PageHead extends PageMeta {
  /** The title without the site's name. */
  name: string;
  /** False when no row, course or story answers to the key and the words are the site's own. */
  isFound: boolean;
  /** Base name of the picture of a course or a story. */
  image: string | null;
  /** When a story was published, ISO 8601. */
  publishedAt: string | null;
}
