import { eq } from "drizzle-orm";
import { z } from "zod";
import { moduleGroups } from "#features/content/content.ts";
import { softwareModules } from "#features/content/tables.server.ts";
import { columnsFor } from "#platform/db/columns.server.ts";
import { fromRow, toRow, type Entity } from "./entity.server.ts";
import { inBothModes } from "./fields.server.ts";

const schema = inBothModes((f) =>
  z.strictObject({
    slug: f.slug(),
    group: f.choice(moduleGroups),
    position: f.position(),
    ...f.texts("name", 120),
    ...f.texts("description", 500),
    features: z
      .array(f.pair(500).extend({ used_by: f.pair(300).optional(), connects_to: f.pair(300).optional() }))
      .max(60)
      .default([]),
  }),
);
type ModuleData = z.output<typeof schema.publish>;

/** A module of the supplier's software, on the digital health page. */
export const moduleEntity: Entity<ModuleData> = {
  area: "content",
  schema,
  async read(ctx, entityId) {
    const rows = await ctx.db
      .select(columnsFor(softwareModules, schema.publish))
      .from(softwareModules)
      .where(entityId === undefined ? undefined : eq(softwareModules.slug, entityId));
    return rows.map((row) => ({ entityId: row.slug, data: fromRow(row) }));
  },
  async write(ctx, slug, data) {
    const row = toRow(data);
    await ctx.db
      .insert(softwareModules)
      .values({ ...row, slug })
      .onConflictDoUpdate({ target: softwareModules.slug, set: row });
  },
  remove: async (ctx, slug) => void (await ctx.db.delete(softwareModules).where(eq(softwareModules.slug, slug))),
  newId: async (_ctx, { slug }) => slug,
  keyOf: ({ slug }) => slug,
  path: () => "/digital-health-solutions",
  title: ({ name_eng, name_ar }) => ({ eng: name_eng, ar: name_ar }),
};
