/** Records of the staff API that the screens of content read. */
import type { LanguageState } from "../../../src/features/content/editing/language-state.ts";
import type { EntityName } from "../../../src/features/content/editing/revision-entities.ts";
import type { Data } from "./kinds.ts";

/** `GET content/:id`. */
export interface Item {
  id: string;
  entity: EntityName;
  entity_id: string;
  data: Data;
  title: string;
  title_ar: string;
  path: string;
  version: number;
  on_site: boolean;
  revision_id: number | null;
  revision_version: number | null;
  state: "draft" | "scheduled" | "published";
  author_name: string | null;
  saved_at: string | null;
  publish_at: string | null;
  published_id: number | null;
  published_at: string | null;
  scheduled: { id: number; version: number; publish_at: string | null } | null;
  changed: string[];
  arabic: { state: LanguageState; missing: string[]; stale: string[]; english_changed_at: Record<string, string> };
}

/** A line of `GET revisions`. */
export interface RevisionLine {
  id: number;
  version: number;
  state: "draft" | "scheduled" | "published" | "replaced";
  author_name: string | null;
  note: string;
  restored_from: number | null;
  saved_at: string;
  publish_at: string | null;
  published_at: string | null;
  fields: string[] | null;
}

/** The path of an item in the API. */
export const itemCall = (id: string): string => `content/${encodeURIComponent(id)}`;
/** The list of a kind in the portal. */
export const kindPath = (entity: EntityName): string => (entity === "news" ? "/content" : `/pages/${entity}`);
