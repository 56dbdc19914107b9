import { desc } from "drizzle-orm";
import type { Ctx } from "#platform/context.server.ts";
import type { FeedStory } from "./content.ts";
import { news, staticPages } from "./tables.server.ts";

/** Newest first, with the instant of the last change. */
export async function newsAddresses(ctx: Ctx): Promise<{ slug: string; updatedAt: Date }[]> {
  return ctx.db
    .select({ slug: news.slug, updatedAt: news.updatedAt })
    .from(news)
    .orderBy(desc(news.createdAt), desc(news.id));
}

/** With the instant of the last change. */
export async function staticPageAddresses(ctx: Ctx): Promise<{ slug: string; updatedAt: Date }[]> {
  return ctx.db.select({ slug: staticPages.slug, updatedAt: staticPages.updatedAt }).from(staticPages);
}

export async function feedStories(ctx: Ctx, limit: number): Promise<FeedStory[]> {
  const columns = {
    slug: news.slug,
    title_eng: news.titleEng,
    title_ar: news.titleAr,
    excerpt_eng: news.excerptEng,
    excerpt_ar: news.excerptAr,
    createdAt: news.createdAt,
    updatedAt: news.updatedAt,
  };
  const rows = await ctx.db.select(columns).from(news).orderBy(desc(news.createdAt), desc(news.id)).limit(limit);
  return rows.map(({ createdAt, updatedAt, ...story }) => ({
    ...story,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
  }));
}
