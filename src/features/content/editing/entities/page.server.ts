import { eq } from "drizzle-orm";
import { z } from "zod";
import { staticPageSlugs } from "#features/content/content.ts";
import { staticPages } from "#features/content/tables.server.ts";
import { fromRow, toRow, type Entity } from "./entity.server.ts";
import { inBothModes } from "./fields.server.ts";

interface PageData {
  slug: string;
  heading_eng: string;
  heading_ar: string;
  description_eng: string;
  description_ar: string;
  /** The day a legal text applies from. */
  updated_on: string | null;
}

const columns = {
  slug: staticPages.slug,
  heading_eng: staticPages.headingEng,
  heading_ar: staticPages.headingAr,
  description_eng: staticPages.descriptionEng,
  description_ar: staticPages.descriptionAr,
  updated_on: staticPages.updatedOn,
};

export const pageEntity: Entity<PageData> = {
  area: "content",
  schema: inBothModes((f) =>
    z.strictObject({
      slug: z.enum(staticPageSlugs, "choice"),
      ...f.texts("heading", 200),
      ...f.htmls("description"),
      updated_on: z.iso.date("invalid").nullable().default(null),
    }),
  ),
  async read(ctx, entityId) {
    const rows = await ctx.db
      .select(columns)
      .from(staticPages)
      .where(entityId === undefined ? undefined : eq(staticPages.slug, entityId));
    return rows.map((row) => ({ entityId: row.slug, data: fromRow(row) }));
  },
  async write(ctx, slug, data) {
    const { heading_ar, description_ar } = toRow(data);
    const row = {
      headingEng: data.heading_eng,
      headingAr: heading_ar,
      descriptionEng: data.description_eng,
      descriptionAr: description_ar,
      updatedOn: data.updated_on,
      updatedAt: ctx.now(),
    };
    await ctx.db
      .insert(staticPages)
      .values({ slug, ...row })
      .onConflictDoUpdate({ target: staticPages.slug, set: row });
  },
  newId: async (_ctx, { slug }) => slug,
  keyOf: ({ slug }) => slug,
  path: ({ slug }) => `/${slug}`,
  title: ({ heading_eng, heading_ar }) => ({ eng: heading_eng, ar: heading_ar }),
};
