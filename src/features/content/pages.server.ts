import { asc, eq } from "drizzle-orm";
import { imageDetailsSql } from "#features/content/media/uses.server.ts";
import type { Ctx } from "#platform/context.server.ts";
import { NotFound } from "#platform/errors.ts";
import { m } from "#messages";
import { bannerFile, type Banner, type Faq, type SoftwareModule, type StaticPage } from "./content.ts";
import { withLegalFacts } from "./legal-facts.server.ts";
import {
  banners as bannerTable,
  faqs as faqTable,
  softwareModules as moduleTable,
  staticPages,
} from "./tables.server.ts";

export async function banners(ctx: Ctx, slug: string): Promise<Banner[]> {
  const { id, image, titleEng: title_eng, titleAr: title_ar } = bannerTable;
  const rows = await ctx.db
    .select({ id, image, image_details: imageDetailsSql(image), title_eng, title_ar })
    .from(bannerTable)
    .where(eq(bannerTable.slug, slug))
    .orderBy(asc(bannerTable.position), asc(id));
  return rows.map((row) => ({ ...row, banner: bannerFile(row.image) }));
}

/** Safe HTML in both languages, with the legal facts of the settings. Throws NotFound. */
export async function staticPage(ctx: Ctx, slug: string): Promise<StaticPage> {
  const t = staticPages;
  const columns = {
    slug: t.slug,
    heading_eng: t.headingEng,
    heading_ar: t.headingAr,
    description_eng: t.descriptionEng,
    description_ar: t.descriptionAr,
    updated_on: t.updatedOn,
  };
  // PostgreSQL rejects U+0000, which an address may hold.
  const [found] = slug.includes("\0") ? [] : await ctx.db.select(columns).from(t).where(eq(t.slug, slug));
  if (!found) throw new NotFound(m.content_page_not_found({}, { locale: ctx.locale }));
  const { description_eng, description_ar } = found;
  return {
    ...found,
    description_eng: await withLegalFacts(ctx, description_eng, "en"),
    description_ar: description_ar && (await withLegalFacts(ctx, description_ar, "ar")),
  };
}

/** Answers are safe HTML. */
export async function faqs(ctx: Ctx): Promise<Faq[]> {
  const t = faqTable;
  return ctx.db
    .select({
      id: t.id,
      heading_eng: t.headingEng,
      heading_ar: t.headingAr,
      description_eng: t.descriptionEng,
      description_ar: t.descriptionAr,
    })
    .from(t)
    .orderBy(asc(t.position), asc(t.id));
}

export async function softwareModules(ctx: Ctx): Promise<SoftwareModule[]> {
  const t = moduleTable;
  return ctx.db
    .select({
      group: t.group,
      slug: t.slug,
      name_eng: t.nameEng,
      name_ar: t.nameAr,
      description_eng: t.descriptionEng,
      description_ar: t.descriptionAr,
      features: t.features,
    })
    .from(t)
    .orderBy(asc(t.position), asc(t.slug));
}
