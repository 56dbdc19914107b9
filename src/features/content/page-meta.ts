/** What the head of a page says about it, in the page's language. */
export interface PageMeta {
  title: string;
  description: string;
  /** Comma separated; may be empty. */
  keywords: string;
}
