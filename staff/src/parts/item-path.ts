/** Returns the path of the editor of a content item. `id` is for example `news:7`. */
export const itemPath = (id: string): string =>
  `/${/^(?:course|trainer):/.test(id) ? "courses" : "content"}/${encodeURIComponent(id)}`;
