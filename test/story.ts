/** A news story for tests of editing, and helpers for its revisions. */
import type { Ctx } from "#platform/context.server.ts";
import { news } from "#features/content/tables.server.ts";
import { listRevisions, type RevisionLine } from "#features/content/editing/history.server.ts";
import type { DraftInput } from "#features/content/editing/revisions.server.ts";
import type { Item } from "#features/content/editing/revision-rows.server.ts";

/** Values of the database row that visitors read. */
export const storyRow = {
  slug: "a-story",
  title_eng: "A story",
  title_ar: "قصة",
  excerpt_eng: "One sentence.",
  excerpt_ar: "جملة واحدة.",
  body_eng: "<p>Text</p>",
  body_ar: "<p>نص</p>",
  image: "a-story-0a1b2c3d",
};

/** The same story with all fields of a revision. */
export const story = {
  ...storyRow,
  link: null,
  popular_position: null,
  search_title_eng: "",
  search_title_ar: "",
  search_description_eng: "",
  search_description_ar: "",
  share_image: "",
};

/** Puts the story on the site as if it had never been edited. Returns its id. */
export async function storyOnSite(ctx: Ctx): Promise<string> {
  const [row] = await ctx.db.insert(news).values(storyRow).returning({ id: news.id });
  return String(row?.id);
}

/** Returns the input that saves the story with these fields changed. */
export const buildDraft = (
  entityId: string,
  data: object,
  version: number,
  more: Partial<DraftInput> = {},
): DraftInput => ({ entity: "news", entityId, data: { ...story, ...data }, version, ...more });

/** Lists every version of an item, newest first. */
export async function listAllRevisions(ctx: Ctx, item: Item): Promise<RevisionLine[]> {
  const query = { page: 1, perPage: 100, sort: "version", order: "desc", filter: { item } } as const;
  return (await listRevisions(ctx, query)).data;
}
