import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  ne,
  not,
  sql,
  type Column,
  type SQL,
} from "drizzle-orm";
import { staffNames, type StaffNames } from "#features/staff/names.server.ts";
import { requirePermission, requireStaff, type Ctx } from "#platform/context.server.ts";
import { containsSql, countRows, toOrderBy, type PageQuery } from "#platform/db/list-page.server.ts";
import type { ListPage, ListQuery } from "#platform/http/staff-resource.server.ts";
import { itemViews, type ItemCounts, type ItemLine, type ItemView } from "./item-types.ts";
import type { LanguageState } from "./language-state.ts";
import { entityNames, type EntityName } from "#features/content/entities/revision-entities.ts";
import { bringUpToDate } from "./summaries.server.ts";
import { contentSummaries } from "./tables.server.ts";

const {
  entity: kind,
  entityId,
  titleEng,
  titleAr,
  position,
  state,
  onSite,
  arabic,
  savedAt,
  publishAt,
  publishedAt,
} = contentSummaries;

/** `entity:entity_id`. */
export const itemIdSql = sql<string>`(${kind} || ':' || ${entityId})`;

const toItemLine = (row: typeof contentSummaries.$inferSelect, names: StaffNames): ItemLine => ({
  id: `${row.entity}:${row.entityId}`,
  entity: row.entity,
  entity_id: row.entityId,
  title: row.titleEng,
  title_ar: row.titleAr,
  path: row.path,
  image: row.image,
  position: row.position,
  state: row.state,
  version: row.version,
  revisionId: row.revisionId,
  onSite: row.onSite,
  arabic: row.arabic,
  author: row.author,
  authorName: names.get(row.author) ?? null,
  savedAt: row.savedAt?.toISOString() ?? null,
  publishAt: row.publishAt?.toISOString() ?? null,
  publishedAt: row.publishedAt?.toISOString() ?? null,
});

/** Builds list rows from summaries, in the same order. */
export async function toItemLines(
  ctx: Ctx,
  rows: readonly (typeof contentSummaries.$inferSelect)[],
): Promise<ItemLine[]> {
  const names = await staffNames(
    ctx,
    rows.map(({ author }) => author),
  );
  return rows.map((row) => toItemLine(row, names));
}

const isInView: Record<ItemView, SQL | undefined> = {
  draft: and(onSite, eq(state, "draft")),
  scheduled: isNotNull(publishAt),
  "off-site": and(not(onSite), isNotNull(publishedAt)),
  "never-published": and(not(onSite), isNull(publishedAt)),
  arabic: ne(arabic, "complete"),
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

export const sortColumns = {
  saved_at: savedAt,
  title: sql`lower(${titleEng})`,
  title_ar: titleAr,
  position,
  publish_at: publishAt,
  id: itemIdSql,
} as const;

/** Like `toOrderBy`, but empty values come last in both directions. */
export function emptyLast<Sort extends string>(query: PageQuery<Sort>, columns: Record<Sort, Column | SQL>): SQL[] {
  return [asc(sql`${columns[query.sort]} is null`), ...toOrderBy(query, columns, entityId), asc(kind)];
}

export const meetsFilterSql = (filter: ItemFilter): SQL | undefined =>
  and(
    filter.entity && eq(kind, filter.entity),
    filter.q === undefined ? undefined : containsSql(sql`(${titleEng} || chr(10) || ${titleAr})`, filter.q),
    filter.state && eq(state, filter.state),
    filter.arabic && eq(arabic, filter.arabic),
    filter.view && isInView[filter.view],
  );

/** Lists all content, or one kind of it. */
export async function listItems(
  ctx: Ctx,
  query: ListQuery<(typeof itemSorts)[number], ItemFilter>,
): Promise<ListPage<ItemLine>> {
  requirePermission(ctx, listItems.permission);
  await bringUpToDate(ctx);
  const where = meetsFilterSql(query.filter);
  const rows = await ctx.db
    .select()
    .from(contentSummaries)
    .where(where)
    .orderBy(...emptyLast(query, sortColumns))
    .limit(query.perPage)
    .offset((query.page - 1) * query.perPage);
  return { data: await toItemLines(ctx, rows), ...(await countRows(ctx, entityId, where)) };
}
listItems.permission = "content.read" as const;

/** Lists what the caller saved last, newest first. Requires `content.read`. Throws Unauthenticated, Forbidden. */
export async function listOwnEdits(ctx: Ctx, max: number): Promise<ItemLine[]> {
  requirePermission(ctx, "content.read");
  await bringUpToDate(ctx);
  const rows = await ctx.db
    .select()
    .from(contentSummaries)
    .where(eq(contentSummaries.author, requireStaff(ctx).id))
    .orderBy(desc(savedAt), asc(kind), asc(entityId))
    .limit(max);
  return toItemLines(ctx, rows);
}

/** Counts the items of each kind in each view, and those with missing or outdated Arabic. */
export async function countItems(ctx: Ctx): Promise<ItemCounts[]> {
  requirePermission(ctx, countItems.permission);
  await bringUpToDate(ctx);
  const countWhere = (where: SQL | undefined) => sql<number>`(count(*) filter (where ${where}))::int`;
  const views = Object.fromEntries(itemViews.map((view) => [view, countWhere(isInView[view])])) as Record<
    ItemView,
    SQL<number>
  >;
  const rows = await ctx.db
    .select({
      entity: kind,
      all: count(),
      ...views,
      missing: countWhere(eq(arabic, "missing")),
      stale: countWhere(eq(arabic, "stale")),
    })
    .from(contentSummaries)
    .where(inArray(kind, [...entityNames]))
    .groupBy(kind);
  const zeroCounts = Object.fromEntries(itemViews.map((view) => [view, 0])) as Record<ItemView, number>;
  return entityNames.map(
    (entity) => rows.find((row) => row.entity === entity) ?? { entity, all: 0, ...zeroCounts, missing: 0, stale: 0 },
  );
}
countItems.permission = "content.read" as const;
