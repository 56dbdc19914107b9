import { eq } from "drizzle-orm";
import { z } from "zod";
import { moduleGroups } from "#features/content/content.ts";
import { softwareModules } from "#features/content/tables.server.ts";
import { fromRow, toRow, type Entity } from "./entity.server.ts";
import { inBothModes } from "./fields.server.ts";

const columns = {
  slug: softwareModules.slug,
  group: softwareModules.group,
  position: softwareModules.position,
  name_eng: softwareModules.nameEng,
  name_ar: softwareModules.nameAr,
  description_eng: softwareModules.descriptionEng,
  description_ar: softwareModules.descriptionAr,
  features: softwareModules.features,
};

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
      .select(columns)
      .from(softwareModules)
      .where(entityId === undefined ? undefined : eq(softwareModules.slug, entityId));
    return rows.map((row) => ({ entityId: row.slug, data: fromRow(row) }));
  },
  async write(ctx, slug, data) {
    const { name_ar, description_ar, features } = toRow(data);
    const row = {
      group: data.group,
      position: data.position,
      nameEng: data.name_eng,
      nameAr: name_ar,
      descriptionEng: data.description_eng,
      descriptionAr: description_ar,
      features,
    };
    await ctx.db
      .insert(softwareModules)
      .values({ slug, ...row })
      .onConflictDoUpdate({ target: softwareModules.slug, set: row });
  },
  remove: async (ctx, slug) => void (await ctx.db.delete(softwareModules).where(eq(softwareModules.slug, slug))),
  newId: async (_ctx, { slug }) => slug,
  keyOf: ({ slug }) => slug,
  path: () => "/digital-health-solutions",
  title: ({ name_eng, name_ar }) => ({ eng: name_eng, ar: name_ar }),
};
