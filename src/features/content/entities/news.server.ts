import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Ctx } from "#platform/context.server.ts";
import { news, pageMetas } from "#features/content/tables.server.ts";
import { webAddress } from "#platform/http/fields.server.ts";
import { contentRevisions } from "#features/content/editing/tables.server.ts";
import { columnsFor } from "#platform/db/columns.server.ts";
import { fromRow, nextId, numberedSql, orderRows, toRow, type Entity } from "./entity.server.ts";
import { inBothModes } from "./fields.server.ts";

const isHeadOf = (slug: string) =>
  and(eq(contentRevisions.entity, "page-meta"), eq(contentRevisions.entityId, `news/${slug}`));

/**
 * Moves a story's page title and description, with their revisions, to its new slug, unless that slug has some already.
 */
async function moveHead(ctx: Ctx, from: string, to: string): Promise<void> {
  const isTaken =
    (await ctx.db.$count(pageMetas, and(eq(pageMetas.type, "news"), eq(pageMetas.slug, to)))) > 0 ||
    (await ctx.db.$count(contentRevisions, isHeadOf(to))) > 0;
  if (isTaken) return;
  await ctx.db
    .update(pageMetas)
    .set({ slug: to })
    .where(and(eq(pageMetas.type, "news"), eq(pageMetas.slug, from)));
  await ctx.db
    .update(contentRevisions)
    .set({
      entityId: `news/${to}`,
      data: sql`jsonb_set(${contentRevisions.data}, '{slug}', to_jsonb(${to}::text))`,
    })
    .where(isHeadOf(from));
}

const schema = inBothModes((f) =>
  z.strictObject({
    slug: f.slug(),
    ...f.textFields("news"),
    image: f.image(),
    share_image: f.optionalImage(),
    link: webAddress().nullable().default(null),
    popular_position: f.place(),
  }),
);
type NewsData = z.output<typeof schema.publish>;

export const newsEntity: Entity<NewsData> = {
  area: "content",
  schema,
  async read(ctx, entityId) {
    const rows = await ctx.db
      .select({ id: news.id, ...columnsFor(news, schema.publish) })
      .from(news)
      .where(numberedSql(news.id, entityId));
    return rows.map(({ id, ...row }) => ({ entityId: String(id), data: fromRow(row) }));
  },
  async write(ctx, entityId, data) {
    const row = { ...toRow(data), updated_at: ctx.now() };
    const id = Number(entityId);
    const [before] = await ctx.db.select({ slug: news.slug }).from(news).where(eq(news.id, id));
    await ctx.db
      .insert(news)
      .overridingSystemValue()
      .values({ id, ...row, created_at: ctx.now() })
      .onConflictDoUpdate({ target: news.id, set: row });
    if (before && before.slug !== data.slug) await moveHead(ctx, before.slug, data.slug);
  },
  remove: async (ctx, entityId) => void (await ctx.db.delete(news).where(eq(news.id, Number(entityId)))),
  order: orderRows(news, news.id, news.popular_position),
  newId: (ctx) => nextId(ctx, "news"),
  path: ({ slug }) => `/news/${slug}`,
  hasAddress: true,
  title: ({ title_eng, title_ar }) => ({ eng: title_eng, ar: title_ar }),
};
