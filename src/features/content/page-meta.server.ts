import { eq } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { dropOnContentChange } from "#features/settings/content-changes.server.ts";
import { remember } from "#features/settings/remember.server.ts";
import { localText } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { errorForLog } from "#platform/log.server.ts";
import { m } from "#messages";
import type { PageMeta } from "./page-meta.ts";
import { pageMetas } from "./tables.server.ts";

/** Some fifty short rows that every page needs one of. */
const metas = remember(60, async (ctx) => {
  const rows = await ctx.db.select().from(pageMetas);
  return new Map(rows.map((row) => [`${row.type}/${row.slug}`, row]));
});
dropOnContentChange(metas.forget);

async function courseMeta(ctx: Ctx, slug: string): Promise<PageMeta | null> {
  const [course] = await ctx.db
    .select({ nameEng: courses.nameEng, nameAr: courses.nameAr, summaryEng: courses.summaryEng, summaryAr: courses.summaryAr, subjectEng: courses.subjectEng, subjectAr: courses.subjectAr })
    .from(courses)
    .where(eq(courses.slug, slug));
  if (!course) return null;
  const { locale } = ctx;
  return {
    title: `${localText(locale, course.nameEng, course.nameAr).text} · ${m.site_name({}, { locale })}`,
    description: localText(locale, course.summaryEng, course.summaryAr).text,
    keywords: localText(locale, course.subjectEng, course.subjectAr).text,
  };
}

async function storedMeta(ctx: Ctx, type: string, slug: string): Promise<PageMeta | null> {
  const row = (await metas.get(ctx)).get(`${type}/${slug}`);
  if (!row) return null;
  const { locale } = ctx;
  return {
    title: localText(locale, row.titleEng, row.titleAr).text,
    description: localText(locale, row.descriptionEng, row.descriptionAr).text,
    keywords: localText(locale, row.keywordsEng, row.keywordsAr).text,
  };
}

/**
 * Title, description and keywords of a page in the context's language: a course's from the course itself, any other from its
 * row by type and slug, the site's own words when there is none. Never rejects: without its meta a page is still a page.
 */
export async function pageMeta(ctx: Ctx, { type, slug }: { type: string; slug: string }): Promise<PageMeta> {
  try {
    const found = type === "course" ? await courseMeta(ctx, slug) : await storedMeta(ctx, type, slug);
    if (found) return found;
  } catch (error) {
    ctx.log.warn({ request_id: ctx.requestId, ...errorForLog(error) }, "page meta failed");
  }
  const { locale } = ctx;
  return { title: m.site_name({}, { locale }), description: m.site_tagline({}, { locale }), keywords: "" };
}
