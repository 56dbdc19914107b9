import type { LanguageState } from "./language-state.ts";
import type { EntityName } from "#features/content/entities/revision-entities.ts";
import type { RevisionState } from "./revision-states.ts";

/** Instants are ISO 8601, UTC. */
export interface ItemLine {
  /** `entity:entity_id`. */
  id: string;
  entity: EntityName;
  entity_id: string;
  title: string;
  /** Empty while the Arabic title is missing. */
  title_ar: string;
  /** Path of its page, without language. */
  path: string;
  image: string | null;
  /** Position in the order that staff give to items of its kind; null for an item outside that order. */
  position: number | null;
  state: Exclude<RevisionState, "replaced">;
  /** The next save must send this number. */
  version: number;
  /** Id of the newest revision; null for content that was never edited. */
  revisionId: number | null;
  onSite: boolean;
  arabic: LanguageState;
  author: string | null;
  authorName: string | null;
  savedAt: string | null;
  /** When it is published automatically. */
  publishAt: string | null;
  /** When it was last published; also null for content that was never edited. */
  publishedAt: string | null;
}

/**
 * Views for editors. `draft`: on the site with unpublished changes. `off-site`: published before. `arabic`: missing or
 * outdated.
 */
export const itemViews = ["draft", "scheduled", "off-site", "never-published", "arabic"] as const;
export type ItemView = (typeof itemViews)[number];

export type ItemCounts = { entity: EntityName } & Record<ItemView | "all" | "missing" | "stale", number>;
