import { eq } from "drizzle-orm";
import { z } from "zod";
import { staticPageSlugs } from "#features/content/content.ts";
import { staticPages } from "#features/content/tables.server.ts";
import { columnsFor } from "#platform/db/columns.server.ts";
import { fromRow, toRow, type Entity } from "./entity.server.ts";
import { inBothModes } from "./fields.server.ts";

const schema = inBothModes((f) =>
  z.strictObject({
    slug: z.enum(staticPageSlugs, "choice"),
    ...f.texts("heading", 200),
    ...f.htmls("description"),
    updated_on: z.iso.date("invalid").nullable().default(null),
  }),
);
type PageData = z.output<typeof schema.publish>;

export const pageEntity: Entity<PageData> = {
  area: "content",
  schema,
  async read(ctx, entityId) {
    const rows = await ctx.db
      .select(columnsFor(staticPages, schema.publish))
      .from(staticPages)
      .where(entityId === undefined ? undefined : eq(staticPages.slug, entityId));
    return rows.map((row) => ({
      entityId: row.slug,
      data: { ...fromRow(row), slug: row.slug as PageData["slug"] },
    }));
  },
  async write(ctx, _slug, data) {
    const row = { ...toRow(data), updated_at: ctx.now() };
    await ctx.db
      .insert(staticPages)
      .values({ ...row, slug: data.slug })
      .onConflictDoUpdate({ target: staticPages.slug, set: row });
  },
  newId: async (_ctx, { slug }) => slug,
  keyOf: ({ slug }) => slug,
  path: ({ slug }) => `/${slug}`,
  title: ({ heading_eng, heading_ar }) => ({ eng: heading_eng, ar: heading_ar }),
};
