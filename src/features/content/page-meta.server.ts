import { eq } from "drizzle-orm";
import { courses } from "#features/catalogue/tables.server.ts";
import { onContentChanged } from "#features/settings/content-changes.server.ts";
import { cached } from "#features/settings/settings.server.ts";
import { localText, type Locale } from "#i18n/locale.ts";
import type { Ctx } from "#platform/context.server.ts";
import { logFailure } from "#platform/log.server.ts";
import { m } from "#messages";
import type { PageHead, PageMeta } from "./page-meta.ts";
import { news, pageMetas } from "./tables.server.ts";

/** Cached, because every page needs one of these about fifty short rows. */
const metas = cached(60, async (ctx) => {
  const rows = await ctx.db.select().from(pageMetas);
  return new Map(rows.map((row) => [`${row.type}/${row.slug}`, row]));
});
onContentChanged(metas.invalidate);

interface MetaKey {
  type: string;
  slug: string;
}

const withSiteName = (name: string, locale: Locale) => `${name} · ${m.site_name({}, { locale })}`;

/** The columns of a course or story that search results and shared links show in place of its own texts. */
const searchColumns = <Table extends typeof courses | typeof news>(table: Table) => ({
  search_title_eng: table.search_title_eng,
  search_title_ar: table.search_title_ar,
  search_description_eng: table.search_description_eng,
  search_description_ar: table.search_description_ar,
  share_image: table.share_image,
});

type SearchText = "search_title" | "search_description";
/** Picks a search text in one language. Does not fall back to English when the Arabic is missing. */
const pickText = (
  locale: Locale,
  row: Record<`${SearchText}_eng`, string> & Record<`${SearchText}_ar`, string | null>,
  name: SearchText,
) => (locale === "ar" ? row[`${name}_ar`] : row[`${name}_eng`]) ?? "";

async function courseHead({ db, locale }: Ctx, slug: string): Promise<PageHead | null> {
  const { name_eng, name_ar, summary_eng, summary_ar, subject_eng, subject_ar, image } = courses;
  const [course] = await db
    .select({ name_eng, name_ar, summary_eng, summary_ar, subject_eng, subject_ar, image, ...searchColumns(courses) })
    .from(courses)
    .where(eq(courses.slug, slug));
  if (!course) return null;
  const name = pickText(locale, course, "search_title") || localText(locale, course.name_eng, course.name_ar).text;
  return {
    title: withSiteName(name, locale),
    description:
      pickText(locale, course, "search_description") || localText(locale, course.summary_eng, course.summary_ar).text,
    keywords: localText(locale, course.subject_eng, course.subject_ar).text,
    name,
    isFound: true,
    image: course.share_image || course.image,
    publishedAt: null,
  };
}

/** Prefers the story's own texts for search, then the row of its slug, then its title and excerpt. */
async function storyHead(ctx: Ctx, slug: string): Promise<PageHead | null> {
  const { db, locale } = ctx;
  const { title_eng, title_ar, excerpt_eng, excerpt_ar, image, created_at } = news;
  const [story] = await db
    .select({ title_eng, title_ar, excerpt_eng, excerpt_ar, image, created_at, ...searchColumns(news) })
    .from(news)
    .where(eq(news.slug, slug));
  if (!story) return null;
  const storyTitle = localText(locale, story.title_eng, story.title_ar).text;
  const head = (await storedHead(ctx, { type: "news", slug })) ?? {
    title: withSiteName(storyTitle, locale),
    name: storyTitle,
    description: localText(locale, story.excerpt_eng, story.excerpt_ar).text,
    keywords: "",
  };
  const name = pickText(locale, story, "search_title");
  return {
    ...head,
    ...(name && { title: withSiteName(name, locale), name }),
    description: pickText(locale, story, "search_description") || head.description,
    isFound: true,
    image: story.share_image || story.image,
    publishedAt: story.created_at.toISOString(),
  };
}

async function storedHead(ctx: Ctx, { type, slug }: MetaKey): Promise<PageHead | null> {
  const row = (await metas.get(ctx)).get(`${type}/${slug}`);
  if (!row) return null;
  const { locale } = ctx;
  const title = localText(locale, row.title_eng, row.title_ar).text;
  const suffix = withSiteName("", locale);
  return {
    title,
    description: localText(locale, row.description_eng, row.description_ar).text,
    keywords: localText(locale, row.keywords_eng, row.keywords_ar).text,
    name: title.endsWith(suffix) ? title.slice(0, -suffix.length) : title,
    isFound: true,
    image: null,
    publishedAt: null,
  };
}

async function findHead(ctx: Ctx, key: MetaKey): Promise<PageHead | null> {
  // PostgreSQL rejects U+0000, which an address may contain.
  if (key.slug.includes("\0")) return null;
  if (key.type === "course") return courseHead(ctx, key.slug);
  return key.type === "news" ? storyHead(ctx, key.slug) : storedHead(ctx, key);
}

/**
 * Reads title and description in the context's language: of a course or story from its own row, of other pages from
 * their row in `page_meta`, else the defaults of the site. Never rejects, because a page without its meta is still a
 * page.
 */
export async function pageHead(ctx: Ctx, key: MetaKey): Promise<PageHead> {
  let isFound = false;
  try {
    const head = await findHead(ctx, key);
    if (head) return head;
  } catch (error) {
    isFound = key.type !== "page";
    logFailure(ctx.log, "warn", error, { request_id: ctx.requestId, text: "page meta failed" });
  }
  const { locale } = ctx;
  const name = m.site_name({}, { locale });
  return {
    title: name,
    description: m.site_tagline({}, { locale }),
    keywords: "",
    name,
    isFound,
    image: null,
    publishedAt: null,
  };
}

export async function pageMeta(ctx: Ctx, key: MetaKey): Promise<PageMeta> {
  const { title, description, keywords } = await pageHead(ctx, key);
  return { title, description, keywords };
}
