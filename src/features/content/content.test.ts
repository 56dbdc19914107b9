import { beforeEach, describe, expect, it } from "vitest";
import { NotFound } from "#platform/errors.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import * as api from "./api.server.ts";
import { moreNews, newsItem, newsList } from "./news.server.ts";
import { banners, faqs, softwareModules, staticPage } from "./pages.server.ts";
import * as tables from "./tables.server.ts";

const story = (day: number, more: Partial<typeof tables.news.$inferInsert> = {}): typeof tables.news.$inferInsert => ({
  slug: `story-${day}`,
  title_eng: `Story ${day}`,
  excerpt_eng: "One sentence.",
  body_eng: "<p>Text</p>",
  image: `story-${day}-0a1b2c3d`,
  created_at: new Date(Date.UTC(2026, 10, day, 6)),
  ...more,
});

describeOnDatabase("the content", (open) => {
  let ctx: TestCtx;
  beforeEach(async () => {
    ctx = testContext(await open());
  });

  describe("refusals", () => {
    it("R-02 an unknown page or story is not found, in the reader's language, for any slug", async () => {
      for (const slug of ["nothing", "", "a\0b", "'; drop table news; --", "%"]) {
        await expect(staticPage(ctx, slug), slug).rejects.toThrow(new NotFound("This page doesn’t exist."));
        await expect(newsItem(ctx, slug), slug).rejects.toThrow(new NotFound("This story doesn’t exist."));
      }
      const body = api.staticPages.body.parse({ slug: "nothing", lang: "ar" });
      await expect(api.staticPages.handle(ctx, body)).rejects.toThrow("هذه الصفحة غير موجودة.");
    });

    it("rejects invalid fields", () => {
      expect(api.staticPages.body.safeParse({ slug: "mission", lang: "fr" }).success).toBe(false);
      expect(api.staticPages.body.safeParse({}).success).toBe(false);
      expect(api.bannerImages.body.safeParse({}).success).toBe(false);
      expect(api.newsInsightsDetails.body.safeParse({ slug: "a\0" }).success).toBe(false);
      for (const page of [0, -1, 1.5, "1", 1e9])
        expect(api.newsInsights.body.safeParse({ page }).success, String(page)).toBe(false);
    });

    it("an empty site has empty lists", async () => {
      expect(await banners(ctx, "home")).toEqual([]);
      expect(await faqs(ctx)).toEqual([]);
      expect(await newsList(ctx, { page: 1 })).toMatchObject({
        data: [],
        total: 0,
        last_page: 1,
        from: null,
        to: null,
      });
      expect((await api.popularNews.handle(ctx, {})).data).toEqual([]);
    });
  });

  it("C-02 returns a text page by slug and lang, with both languages", async () => {
    await ctx.db.insert(tables.staticPages).values({
      slug: "privacy-policy",
      heading_eng: "Privacy policy",
      heading_ar: "سياسة الخصوصية",
      description_eng: "<p>a</p>",
      updated_on: "2026-11-01",
    });
    const data = {
      slug: "privacy-policy",
      heading_eng: "Privacy policy",
      heading_ar: "سياسة الخصوصية",
      description_eng: "<p>a</p>",
      description_ar: null,
      updated_on: "2026-11-01",
    };
    for (const lang of ["en", "ar", null, undefined])
      expect(
        api.staticPages.reply.parse(
          await api.staticPages.handle(ctx, api.staticPages.body.parse({ slug: "privacy-policy", lang })),
        ),
      ).toEqual({ data });
  });

  it("C-03 returns questions in order", async () => {
    await ctx.db
      .insert(tables.faqs)
      .values([2, 0, 1].map((position) => ({ position, heading_eng: `Q${position}`, description_eng: "<p>a</p>" })));
    const { data } = api.faq.reply.parse(await api.faq.handle(ctx, {}));
    expect(data.map(({ heading_eng }) => heading_eng)).toEqual(["Q0", "Q1", "Q2"]);
    expect(data[0]).toEqual({
      id: expect.any(Number),
      heading_eng: "Q0",
      heading_ar: null,
      description_eng: "<p>a</p>",
      description_ar: null,
    });
  });

  it("H-01 returns the slides of a carousel in order, as files below /admin/images/banners", async () => {
    await ctx.db.insert(tables.banners).values(
      [1, 0].map((position) => ({
        slug: "home",
        position,
        image: `slide-${position}-0a1b2c3d`,
        title_eng: `Slide ${position}`,
      })),
    );
    await ctx.db.insert(tables.banners).values({ slug: "elsewhere", position: 0, image: "x", title_eng: "X" });
    const answer = api.bannerImages.reply.parse(await api.bannerImages.handle(ctx, { slug: "home" }));
    expect(answer.banners.map(({ banner, title_eng }) => [banner, title_eng])).toEqual([
      ["slide-0-0a1b2c3d-1440.webp", "Slide 0"],
      ["slide-1-0a1b2c3d-1440.webp", "Slide 1"],
    ]);
  });

  it("C-08 returns the company's text and team", async () => {
    await ctx.db.insert(tables.teamMembers).values([
      { position: 1, title_eng: "Support", name_eng: "Omar T.", email: "support@example.com" },
      {
        position: 0,
        title_eng: "Training",
        title_ar: "التدريب",
        name_eng: "Huda A.",
        name_ar: "هدى ع.",
        email: "training@example.com",
      },
    ]);
    const answer = api.contactSettings.reply.parse(await api.contactSettings.handle(ctx, {}));
    expect(answer.contact_info_eng).toContain("<p>");
    expect(answer.members_info).toEqual([
      {
        title_eng: "Training",
        title_ar: "التدريب",
        name_eng: "Huda A.",
        name_ar: "هدى ع.",
        email: "training@example.com",
        image: null,
        image_details: null,
      },
      {
        title_eng: "Support",
        title_ar: null,
        name_eng: "Omar T.",
        name_ar: null,
        email: "support@example.com",
        image: null,
        image_details: null,
      },
    ]);
  });

  it("C-06 returns the software modules in order", async () => {
    await ctx.db.insert(tables.softwareModules).values([
      { slug: "b", group: "hospital", position: 1, name_eng: "B", description_eng: "b", features: [] },
      {
        slug: "a",
        group: "quality",
        position: 0,
        name_eng: "A",
        description_eng: "a",
        features: [{ eng: "x", ar: "س" }],
      },
    ]);
    const [first] = await softwareModules(ctx);
    expect(first).toEqual({
      group: "quality",
      slug: "a",
      name_eng: "A",
      name_ar: null,
      description_eng: "a",
      description_ar: null,
      features: [{ eng: "x", ar: "س" }],
    });
  });

  describe("C-09 news", () => {
    beforeEach(async () => {
      const stories = Array.from({ length: 14 }, (_, at) => story(at + 1));
      stories[3] = story(4, {
        title_eng: "Audit 100% done_well",
        title_ar: "مراجعة الأدوية",
        popular_position: 2,
        link: "https://journal.example/4",
      });
      stories[8] = story(9, { popular_position: 1, excerpt_ar: "إلى المُستشفى" });
      await ctx.db.insert(tables.news).values(stories);
    });
    const findSlugs = async (search: string) => (await newsList(ctx, { page: 1, search })).data.map(({ slug }) => slug);

    it("is listed newest first, six a page", async () => {
      const page = api.newsInsights.reply.parse(
        await api.newsInsights.handle(ctx, api.newsInsights.body.parse({ page: 2 })),
      );
      expect({ ...page, data: page.data.map(({ slug }) => slug) }).toEqual({
        current_page: 2,
        last_page: 3,
        per_page: 6,
        from: 7,
        to: 12,
        total: 14,
        data: ["story-8", "story-7", "story-6", "story-5", "story-4", "story-3"],
      });
      expect(await newsList(ctx, { page: 3 })).toMatchObject({ from: 13, to: 14 });
      expect(await newsList(ctx, { page: 99 })).toMatchObject({
        current_page: 99,
        last_page: 3,
        total: 14,
        from: null,
        to: null,
        data: [],
      });
    });

    it("is found by all words in both languages, in any Arabic spelling; signs alone find nothing", async () => {
      expect(await findSlugs("AUDIT done")).toEqual(["story-4"]);
      expect(await findSlugs("audit nothing")).toEqual([]);
      expect(await findSlugs("مراجعه الادويه")).toEqual(["story-4"]);
      expect(await findSlugs("المستشفي")).toEqual(["story-9"]);
      expect(await findSlugs("100%")).toEqual(["story-4"]);
      expect(await findSlugs("%")).toEqual([]);
      expect(await findSlugs("   ")).toHaveLength(6);
    });

    it("shows up to four popular stories in order, and three others beside a story", async () => {
      const { data } = api.popularNews.reply.parse(await api.popularNews.handle(ctx, {}));
      expect(data.map(({ slug, link }) => [slug, link])).toEqual([
        ["story-9", "/news/story-9"],
        ["story-4", "https://journal.example/4"],
      ]);
      expect((await moreNews(ctx, "story-14")).map(({ slug }) => slug)).toEqual(["story-13", "story-12", "story-11"]);
    });

    it("is read by slug", async () => {
      const { data } = api.newsInsightsDetails.reply.parse(
        await api.newsInsightsDetails.handle(ctx, { slug: "story-9" }),
      );
      expect(data).toEqual({
        id: expect.any(Number),
        slug: "story-9",
        title_eng: "Story 9",
        title_ar: null,
        excerpt_eng: "One sentence.",
        excerpt_ar: "إلى المُستشفى",
        body_eng: "<p>Text</p>",
        body_ar: null,
        image: "story-9-0a1b2c3d",
        image_details: null,
        link: "/news/story-9",
        created_at: "2026-11-09T06:00:00.000Z",
      });
    });
  });
});
