export interface PageMeta {
  title: string;
  description: string;
  /** Comma separated; may be empty. */
  keywords: string;
}

export interface PageHead extends PageMeta {
  /** The title without the site's name. */
  name: string;
  /** False when the texts are the site's own. */
  isFound: boolean;
  /** Base name of the picture of a course or a story. */
  image: string | null;
  /** Publication time of a story, ISO 8601. */
  publishedAt: string | null;
}
