import { asc, count, desc, eq, inArray, isNotNull, ne, sql, type SQL } from "drizzle-orm";
import { imageDetailsSql } from "#features/content/media/uses.server.ts";
import { searchKeys } from "#features/content/search/search.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { NotFound } from "#platform/errors.ts";
import { pageOf } from "#platform/page.ts";
import { m } from "#messages";
import type { NewsItem, NewsPage, NewsSummary } from "./content.ts";
import { news } from "./tables.server.ts";

export const newsPerPage = 6;
const maxPopular = 4;
const maxMore = 3;

const summaryColumns = {
  id: news.id,
  slug: news.slug,
  title_eng: news.titleEng,
  title_ar: news.titleAr,
  excerpt_eng: news.excerptEng,
  excerpt_ar: news.excerptAr,
  image: news.image,
  image_details: imageDetailsSql(news.image),
  link: news.link,
  created_at: news.createdAt,
};

type Stored<T> = Omit<T, "link" | "created_at"> & { link: string | null; created_at: Date };

function shown<T extends Stored<NewsSummary>>(row: T) {
  return { ...row, link: row.link ?? `/news/${row.slug}`, created_at: row.created_at.toISOString() };
}

const newestFirst = [desc(news.createdAt), desc(news.id)];

function summaries(ctx: Ctx, where: SQL | undefined, limit: number, order: SQL[] = newestFirst, offset = 0) {
  return ctx.db
    .select(summaryColumns)
    .from(news)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
}

/** Newest first, 6 a page; with `search` those that hold all its words, best first. */
export async function newsList(
  ctx: Ctx,
  { page, search }: { page: number; search?: string | undefined },
): Promise<NewsPage> {
  const slugs = await searchKeys(ctx, "news", search ?? "");
  const where = slugs ? inArray(news.slug, slugs) : undefined;
  const order = slugs?.length ? [sql`array_position(${sql.param(slugs)}::text[], ${news.slug})`] : newestFirst;
  const offset = (page - 1) * newsPerPage;
  const [data, [counted]] = await Promise.all([
    summaries(ctx, where, newsPerPage, order, offset),
    ctx.db.select({ total: count() }).from(news).where(where),
  ]);
  return pageOf(data.map(shown), { page, perPage: newsPerPage, total: counted?.total ?? 0 });
}

/** Safe HTML. Throws NotFound. */
export async function newsItem(ctx: Ctx, slug: string): Promise<NewsItem> {
  // PostgreSQL rejects U+0000, which an address may hold.
  const [found] = slug.includes("\0")
    ? []
    : await ctx.db
        .select({ ...summaryColumns, body_eng: news.bodyEng, body_ar: news.bodyAr })
        .from(news)
        .where(eq(news.slug, slug));
  if (!found) throw new NotFound(m.content_news_not_found({}, { locale: ctx.locale }));
  return shown(found);
}

/** Up to four stories, by `popularPosition`. */
export async function popularNews(ctx: Ctx): Promise<NewsSummary[]> {
  return (
    await summaries(ctx, isNotNull(news.popularPosition), maxPopular, [asc(news.popularPosition), ...newestFirst])
  ).map(shown);
}

/** Up to three other stories, newest first. */
export async function moreNews(ctx: Ctx, slug: string): Promise<NewsSummary[]> {
  return (await summaries(ctx, ne(news.slug, slug), maxMore)).map(shown);
}
