/** Names in the staff API and the audit log. */
export const entityNames = [
  "course",
  "news",
  "page",
  "faq",
  "banner",
  "team",
  "trainer",
  "module",
  "page-meta",
  "featured",
] as const;
export type EntityName = (typeof entityNames)[number];
