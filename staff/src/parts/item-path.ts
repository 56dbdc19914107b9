/** Where a piece of content is edited, by its id such as `news:7`. */
export const itemPath = (id: string): string =>
  `/${id.startsWith("course:") ? "courses" : "content"}/${encodeURIComponent(id)}`;
