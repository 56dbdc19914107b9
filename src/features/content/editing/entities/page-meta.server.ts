import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { pageMetas } from "#features/content/tables.server.ts";
import { columnsFor } from "#platform/db/columns.server.ts";
import { fromRow, toRow, type Entity } from "./entity.server.ts";
import { inBothModes } from "./fields.server.ts";

const types = ["page", "news"] as const;

const keyOf = ({ type, slug }: Pick<PageMetaData, "type" | "slug">) => `${type}/${slug}`;
const isOf = (entityId: string) => eq(sql`${pageMetas.type} || '/' || ${pageMetas.slug}`, entityId);

const schema = inBothModes((f) =>
  z.strictObject({
    type: f.choice(types),
    slug: f.slug(),
    ...f.texts("title", 200),
    ...f.texts("description", 400),
    ...f.optionalTexts("keywords", 400),
  }),
);
type PageMetaData = z.output<typeof schema.publish>;

/** Of a page, or of a story with its own. A course's come from the course. */
export const pageMetaEntity: Entity<PageMetaData> = {
  area: "content",
  schema,
  async read(ctx, entityId) {
    const rows = await ctx.db
      .select(columnsFor(pageMetas, schema.publish))
      .from(pageMetas)
      .where(entityId === undefined ? undefined : isOf(entityId));
    return rows.map(({ type, ...row }) => {
      const data = { ...fromRow(row), type: type as PageMetaData["type"] };
      return { entityId: keyOf(data), data };
    });
  },
  async write(ctx, _entityId, data) {
    const row = toRow(data);
    await ctx.db
      .insert(pageMetas)
      .values(row)
      .onConflictDoUpdate({ target: [pageMetas.type, pageMetas.slug], set: row });
  },
  remove: async (ctx, entityId) => void (await ctx.db.delete(pageMetas).where(isOf(entityId))),
  newId: async (_ctx, data) => keyOf(data),
  keyOf,
  path: ({ type, slug }) => (type === "news" ? `/news/${slug}` : slug === "home" ? "/" : `/${slug}`),
  title: ({ title_eng, title_ar }) => ({ eng: title_eng, ar: title_ar }),
};
