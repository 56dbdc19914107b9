import { banners, faqs, news, softwareModules, staticPages, teamMembers } from "#features/content/tables.server.ts";
import { siteSettings } from "#features/settings/tables.server.ts";
import { addDays, riyadhDate } from "#i18n/dates.ts";
import { inTransaction, type Ctx } from "#platform/context.server.ts";
import { richText } from "#platform/rich-text.server.ts";
import { demoBanners } from "./content/banners.ts";
import { demoFaq } from "./content/faq.ts";
import { demoModules } from "./content/modules.ts";
import { demoNews } from "./content/news.ts";
import { demoStaticPages } from "./content/static-pages.ts";
import { demoContactInfo, demoTeam } from "./content/team.ts";
import type { DemoNews } from "./content/types.ts";
import bannerPictures from "./media/banners.json" with { type: "json" };
import newsPictures from "./media/news.json" with { type: "json" };

/** The file name of a picture, including the hash of its content. Throws when there is no such picture. */
function getPicture(pictures: Record<string, string>, name: string): string {
  const picture = pictures[name];
  if (!picture) throw new Error(`There is no demo picture called ${name}`);
  return picture;
}

/** Renders both languages of a description as safe HTML. */
async function renderDescriptions({
  description_eng,
  description_ar,
}: {
  description_eng: string;
  description_ar: string;
}) {
  return {
    description_eng: await richText(description_eng, "en"),
    description_ar: await richText(description_ar, "ar"),
  };
}

async function buildNewsRow(
  { popular, daysAgo, body_eng, body_ar, slug, title_eng, title_ar, excerpt_eng, excerpt_ar }: DemoNews,
  today: string,
): Promise<typeof news.$inferInsert> {
  // 09:00 in Riyadh.
  const created_at = new Date(`${addDays(today, -daysAgo)}T06:00:00Z`);
  return {
    slug,
    title_eng,
    title_ar,
    excerpt_eng,
    excerpt_ar,
    body_eng: await richText(body_eng, "en"),
    body_ar: await richText(body_ar, "ar"),
    image: getPicture(newsPictures, slug),
    popular_position: popular,
    created_at,
    updated_at: created_at,
  };
}

/**
 * Loads stories, questions, pages of text, team members, modules and banners, dated from today in Riyadh, all or
 * nothing. A table that has rows already is not changed, so that a second call changes nothing.
 */
export async function loadContent(ctx: Ctx): Promise<void> {
  const today = riyadhDate(ctx.now());
  await inTransaction(ctx, async (ctx) => {
    const isEmpty = async (
      table:
        | typeof news
        | typeof faqs
        | typeof staticPages
        | typeof teamMembers
        | typeof softwareModules
        | typeof banners,
    ) => (await ctx.db.$count(table)) === 0;
    if (await isEmpty(news))
      await ctx.db.insert(news).values(await Promise.all(demoNews.map((story) => buildNewsRow(story, today))));
    if (await isEmpty(faqs))
      await ctx.db
        .insert(faqs)
        .values(
          await Promise.all(
            demoFaq.map(async (faq, position) => ({ ...faq, ...(await renderDescriptions(faq)), position })),
          ),
        );
    if (await isEmpty(staticPages))
      await ctx.db
        .insert(staticPages)
        .values(
          await Promise.all(demoStaticPages.map(async (page) => ({ ...page, ...(await renderDescriptions(page)) }))),
        );
    if (await isEmpty(teamMembers))
      await ctx.db.insert(teamMembers).values(demoTeam.map((member, position) => ({ ...member, position })));
    if (await isEmpty(softwareModules))
      await ctx.db.insert(softwareModules).values(demoModules.map((row, position) => ({ ...row, position })));
    if (await isEmpty(banners))
      await ctx.db.insert(banners).values(
        demoBanners.map(({ file, ...banner }, position) => ({
          ...banner,
          position,
          image: getPicture(bannerPictures, file),
        })),
      );
    const contactTexts = [
      { key: "contactInfoEng", value: await richText(demoContactInfo.contactInfoEng, "en") },
      { key: "contactInfoAr", value: await richText(demoContactInfo.contactInfoAr, "ar") },
    ];
    await ctx.db.insert(siteSettings).values(contactTexts).onConflictDoNothing();
  });
}
