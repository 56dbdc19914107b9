import { and, desc, eq, inArray, isNotNull, max, ne } from "drizzle-orm";
import { staffNames } from "#features/staff/members.server.ts";
import { requirePermission, type Ctx } from "#platform/context.server.ts";
import { pageOfRows } from "#platform/db/list-page.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { entities } from "./entities/table.server.ts";
import { itemViews, type ItemCounts, type ItemLine, type ItemView } from "./item-types.ts";
import { languageState, type LanguageMarks, type LanguageState } from "./language-state.ts";
import { entityNames, type EntityName } from "./revision-entities.ts";
import { type Item, type Revision } from "./revision-rows.server.ts";
import { contentRevisions } from "./tables.server.ts";

export type Head = Pick<Revision, "id" | "version" | "state" | "author" | "savedAt" | "publishAt">;

interface NewestText extends Item {
  data: object;
  marks: LanguageMarks;
  version: number;
  revision: Head | null;
  isOnSite: boolean;
}

const { entity: kind, entityId, version, state, publishAt, publishedAt } = contentRevisions;
const keyOf = ({ entity, entityId }: Item) => `${entity}:${entityId}`;

/** The newest data of each item: its draft, else what is scheduled, else what is published. */
export async function newestTexts(ctx: Ctx, wanted: readonly EntityName[] = entityNames): Promise<NewestText[]> {
  const revisions = await ctx.db
    .selectDistinctOn([kind, entityId])
    .from(contentRevisions)
    .where(and(inArray(kind, [...wanted]), ne(state, "replaced")))
    .orderBy(kind, entityId, desc(version));
  const texts: NewestText[] = [];
  for (const entity of wanted) {
    const rows = await entities[entity].read(ctx);
    const onSite = new Set(rows.map((row) => row.entityId));
    const ofKind = revisions.filter((revision) => revision.entity === entity);
    const edited = new Set(ofKind.map((revision) => revision.entityId));
    for (const revision of ofKind) {
      const { entityId, data, marks, version } = revision;
      texts.push({ entity, entityId, data, marks, version, revision, isOnSite: onSite.has(entityId) });
    }
    for (const row of rows)
      if (!edited.has(row.entityId))
        texts.push({ entity, ...row, marks: {}, version: 0, revision: null, isOnSite: true });
  }
  return texts;
}

/** When each item goes out, and when it was last published, by `entity:entity_id`. */
async function datesOf(ctx: Ctx, wanted: readonly EntityName[]) {
  const ofKinds = inArray(kind, [...wanted]);
  const scheduled = await ctx.db
    .select({ entity: kind, entityId, at: publishAt })
    .from(contentRevisions)
    .where(and(ofKinds, eq(state, "scheduled")));
  const published = await ctx.db
    .select({ entity: kind, entityId, at: max(publishedAt) })
    .from(contentRevisions)
    .where(and(ofKinds, isNotNull(publishedAt)))
    .groupBy(kind, entityId);
  const byItem = (rows: readonly (Item & { at: Date | null })[]) =>
    new Map(rows.map((row) => [keyOf(row), row.at?.toISOString() ?? null]));
  return { publishAt: byItem(scheduled), publishedAt: byItem(published) };
}

const valueOf = (data: object, field: string): unknown => (data as Record<string, unknown>)[field];

/** A line for each item of these kinds. */
export async function itemLines(ctx: Ctx, wanted: readonly EntityName[] = entityNames): Promise<ItemLine[]> {
  const texts = await newestTexts(ctx, wanted);
  const dates = await datesOf(ctx, wanted);
  const names = await staffNames(
    ctx,
    texts.map(({ revision }) => revision?.author),
  );
  return texts.map(({ entity, entityId, data, marks, version, revision, isOnSite }) => {
    const id = keyOf({ entity, entityId });
    const { eng, ar } = entities[entity].title(data);
    const [image, position] = [valueOf(data, "image"), valueOf(data, "position")];
    return {
      id,
      entity,
      entity_id: entityId,
      title: eng,
      title_ar: ar,
      path: entities[entity].path(data),
      image: typeof image === "string" && image !== "" ? image : null,
      position: typeof position === "number" ? position : null,
      state: revision ? (revision.state as ItemLine["state"]) : "published",
      version,
      revision_id: revision?.id ?? null,
      on_site: isOnSite,
      arabic: languageState(data, marks).state,
      author: revision?.author ?? null,
      author_name: names.get(revision?.author ?? "") ?? null,
      saved_at: revision?.savedAt.toISOString() ?? null,
      publish_at: dates.publishAt.get(id) ?? null,
      published_at: dates.publishedAt.get(id) ?? null,
    };
  });
}

const isInView: Record<ItemView, (line: ItemLine) => boolean> = {
  draft: ({ on_site, state }) => on_site && state === "draft",
  scheduled: ({ publish_at }) => publish_at !== null,
  "off-site": ({ on_site, published_at }) => !on_site && published_at !== null,
  "never-published": ({ on_site, published_at }) => !on_site && published_at === null,
  arabic: ({ arabic }) => arabic !== "complete",
};

export const itemSorts = ["saved_at", "title", "title_ar", "position", "publish_at", "id"] as const;
export interface ItemFilter {
  /** Part of a title in either language. */
  q?: string | undefined;
  entity?: EntityName | undefined;
  state?: ItemLine["state"] | undefined;
  arabic?: LanguageState | undefined;
  view?: ItemView | undefined;
}

/** Lines that fit a filter; `entity` is the caller's. */
export function filterLines<Line extends ItemLine>(lines: readonly Line[], filter: ItemFilter): Line[] {
  const { q, state, arabic, view } = filter;
  const part = q?.toLowerCase();
  return lines.filter(
    (line) =>
      (part === undefined || line.title.toLowerCase().includes(part) || line.title_ar.includes(part)) &&
      (state === undefined || line.state === state) &&
      (arabic === undefined || line.arabic === arabic) &&
      (view === undefined || isInView[view](line)),
  );
}

/** All content, or one kind of it. For `content.read`. Throws Unauthenticated, Forbidden. */
export async function listItems(
  ctx: Ctx,
  query: ListQuery<(typeof itemSorts)[number], ItemFilter>,
): Promise<ListPage<ItemLine>> {
  requirePermission(ctx, "content.read");
  const { entity } = query.filter;
  // There are some hundred items; titles and Arabic are in their JSON, not in columns.
  return pageOfRows(query, filterLines(await itemLines(ctx, entity && [entity]), query.filter));
}

/** How many items of each kind are in each view, and lack Arabic or have it behind. For `content.read`. Throws Unauthenticated, Forbidden. */
export async function countItems(ctx: Ctx): Promise<ItemCounts[]> {
  requirePermission(ctx, "content.read");
  const lines = await itemLines(ctx);
  return entityNames.map((entity) => {
    const ofKind = lines.filter((line) => line.entity === entity);
    const count = (isIn: (line: ItemLine) => boolean) => ofKind.filter(isIn).length;
    const views = Object.fromEntries(itemViews.map((view) => [view, count(isInView[view])])) as Record<
      ItemView,
      number
    >;
    return {
      entity,
      all: ofKind.length,
      ...views,
      missing: count(({ arabic }) => arabic === "missing"),
      stale: count(({ arabic }) => arabic === "stale"),
    };
  });
}
