import { eq } from "drizzle-orm";
import { z } from "zod";
import { banners } from "#features/content/tables.server.ts";
import { columnsFor } from "#platform/db/columns.server.ts";
import { fromRow, nextId, numberedSql, toRow, type Entity } from "./entity.server.ts";
import { inBothModes } from "./fields.server.ts";

const schema = inBothModes((f) =>
  z.strictObject({
    slug: f.choice(["home"]),
    position: f.position(),
    image: f.image(),
    ...f.texts("title", 200),
  }),
);
type BannerData = z.output<typeof schema.publish>;

/** A slide of the home page. */
export const bannerEntity: Entity<BannerData> = {
  area: "content",
  schema,
  async read(ctx, entityId) {
    const rows = await ctx.db
      .select({ id: banners.id, ...columnsFor(banners, schema.publish) })
      .from(banners)
      .where(numberedSql(banners.id, entityId));
    return rows.map(({ id, slug, ...row }) => ({
      entityId: String(id),
      data: { slug: slug as BannerData["slug"], ...fromRow(row) },
    }));
  },
  async write(ctx, entityId, data) {
    const row = toRow(data);
    await ctx.db
      .insert(banners)
      .overridingSystemValue()
      .values({ id: Number(entityId), ...row })
      .onConflictDoUpdate({ target: banners.id, set: row });
  },
  remove: async (ctx, entityId) => void (await ctx.db.delete(banners).where(eq(banners.id, Number(entityId)))),
  newId: (ctx) => nextId(ctx, "banner"),
  path: () => "/",
  title: ({ title_eng, title_ar }) => ({ eng: title_eng, ar: title_ar }),
};
