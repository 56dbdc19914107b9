import { asc, count, desc, eq, inArray, isNotNull, ne, sql, type SQL } from "drizzle-orm";
import { imageDetailsSql } from "#features/content/media/uses.server.ts";
import { searchSlugs } from "#features/content/search/search.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { columnsFor } from "#platform/db/columns.server.ts";
import { NotFound } from "#platform/errors.ts";
import { toPage } from "#platform/page.ts";
import { m } from "#messages";
import { newsFacts, newsSummaryFacts } from "./content.schema.server.ts";
import type { NewsItem, NewsPage, NewsSummary } from "./content.schema.server.ts";
import { news } from "./tables.server.ts";

export const newsPerPage = 6;
const maxPopular = 4;
const maxMore = 3;

const summaryColumns = { ...columnsFor(news, newsSummaryFacts), image_details: imageDetailsSql(news.image) };

type Stored<T> = Omit<T, "link" | "created_at"> & { link: string | null; created_at: Date };

function toPublicNews<T extends Stored<NewsSummary>>(row: T) {
  return { ...row, link: row.link ?? `/news/${row.slug}`, created_at: row.created_at.toISOString() };
}

const newestFirst = [desc(news.created_at), desc(news.id)];

function readSummaries(ctx: Ctx, where: SQL | undefined, limit: number, order: SQL[] = newestFirst, offset = 0) {
  return ctx.db
    .select(summaryColumns)
    .from(news)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
}

/** Lists stories newest first, 6 per page; with `search` those that contain all its words, best first. */
export async function newsList(
  ctx: Ctx,
  { page, search }: { page: number; search?: string | undefined },
): Promise<NewsPage> {
  const slugs = await searchSlugs(ctx, "news", search ?? "");
  const where = slugs ? inArray(news.slug, slugs) : undefined;
  const order = slugs?.length ? [sql`array_position(${sql.param(slugs)}::text[], ${news.slug})`] : newestFirst;
  const offset = (page - 1) * newsPerPage;
  const [data, [counted]] = await Promise.all([
    readSummaries(ctx, where, newsPerPage, order, offset),
    ctx.db.select({ total: count() }).from(news).where(where),
  ]);
  return toPage(data.map(toPublicNews), { page, perPage: newsPerPage, total: counted?.total ?? 0 });
}

/** Reads a story as safe HTML. Throws NotFound. */
export async function newsItem(ctx: Ctx, slug: string): Promise<NewsItem> {
  // PostgreSQL rejects U+0000, which an address may contain.
  const [row] = slug.includes("\0")
    ? []
    : await ctx.db
        .select({ ...summaryColumns, ...columnsFor(news, newsFacts) })
        .from(news)
        .where(eq(news.slug, slug));
  if (!row) throw new NotFound(m.content_news_not_found({}, { locale: ctx.locale }));
  return toPublicNews(row);
}

/** Lists up to four stories by `popular_position`. */
export async function popularNews(ctx: Ctx): Promise<NewsSummary[]> {
  return (
    await readSummaries(ctx, isNotNull(news.popular_position), maxPopular, [asc(news.popular_position), ...newestFirst])
  ).map(toPublicNews);
}

/** Lists up to three other stories, newest first. */
export async function moreNews(ctx: Ctx, slug: string): Promise<NewsSummary[]> {
  return (await readSummaries(ctx, ne(news.slug, slug), maxMore)).map(toPublicNews);
}
