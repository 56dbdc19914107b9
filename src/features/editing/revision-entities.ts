/** What is written in revisions, by the name the staff API and the audit log give it. */
export const entityNames = [
  "course",
  "news",
  "page",
  "faq",
  "banner",
  "team",
  "module",
  "page-meta",
  "featured",
] as const;
export type EntityName = (typeof entityNames)[number];
