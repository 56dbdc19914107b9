/** Records of the staff API that the screens of content read. */
import type { EntityName } from "../../../src/features/editing/revision-entities.ts";
import type { Data, Language } from "./kinds.ts";

export type ArabicState = "complete" | "missing" | "stale";

/** A line of `GET content`. */
export interface ItemLine {
  id: string;
  entity: EntityName;
  title: string;
  title_ar: string;
  path: string;
  image: string | null;
  position: number | null;
  state: "draft" | "scheduled" | "published";
  version: number;
  revision_id: number | null;
  on_site: boolean;
  arabic: ArabicState;
  author_name: string | null;
  saved_at: string | null;
  publish_at: string | null;
  published_at: string | null;
}

export interface RunAhead {
  id: number;
  start_date: string;
  end_date: string;
  venue_eng: string;
  venue_ar: string | null;
  delivery: "onsite" | "online";
  capacity: number;
  seats_sold: number;
  seats_held: number;
}

/** A line of `GET courses`. */
export interface CourseLine extends ItemLine {
  course_id: number;
  category: string | null;
  runs_ahead: number;
  next_run: RunAhead | null;
}

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
  arabic: { state: ArabicState; missing: string[]; stale: string[]; english_changed_at: Record<string, string> };
}

export interface Difference {
  field: string;
  language: Language | null;
  before: string | number | boolean | null;
  after: string | number | boolean | null;
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

export type ItemView = "draft" | "scheduled" | "off-site" | "never-published" | "arabic";
export type ItemCounts = { entity: EntityName; all: number; missing: number; stale: number } & Record<ItemView, number>;

/** The path of an item in the portal. */
export const itemPath = (id: string): string =>
  id.startsWith("course:") ? `/courses/${encodeURIComponent(id)}` : `/content/${encodeURIComponent(id)}`;
/** The path of an item in the API. */
export const itemCall = (id: string): string => `content/${encodeURIComponent(id)}`;
/** The list of a kind in the portal. */
export const kindPath = (entity: EntityName): string => (entity === "news" ? "/content" : `/pages/${entity}`);
