import { beforeEach, expect, it } from "vitest";
import { makeCourse } from "#db/factories/course.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { getMetaInformation } from "./api.server.ts";
import { invalidateContentCaches } from "#features/settings/content-changes.server.ts";
import { pageHead, pageMeta } from "./page-meta.server.ts";
import { news, pageMetas } from "./tables.server.ts";

describeOnDatabase("the head of a page", (open) => {
  let ctx: TestCtx;
  beforeEach(async () => {
    ctx = testContext(await open());
    await ctx.db.insert(pageMetas).values({
      type: "page",
      slug: "courses",
      title_eng: "Courses · Nama Health",
      title_ar: "الدورات · نماء الصحية",
      description_eng: "All courses.",
      keywords_eng: "cme",
    });
  });

  it("R-07 an unknown page gets the site's default texts", async () => {
    expect(await pageMeta(ctx, { type: "page", slug: "nothing" })).toEqual({
      title: "Nama Health",
      description: "Training, digital health and consultancy",
      keywords: "",
    });
    expect((await pageMeta({ ...ctx, locale: "ar" }, { type: "course", slug: "nothing" })).title).toBe("نماء الصحية");
  });

  it("R-07 a database error gives the default texts, and is not cached", async () => {
    await ctx.database.executeSql("alter table page_meta rename to away; alter table course rename to away_too");
    expect((await pageMeta(ctx, { type: "page", slug: "courses" })).title).toBe("Nama Health");
    expect((await pageMeta(ctx, { type: "course", slug: "x" })).title).toBe("Nama Health");
    await ctx.database.executeSql("alter table away rename to page_meta");
    expect((await pageMeta(ctx, { type: "page", slug: "courses" })).title).toBe("Courses · Nama Health");
  });

  it("R-07 a page's texts come from its row, in English where Arabic is missing", async () => {
    expect(await pageMeta(ctx, { type: "page", slug: "courses" })).toEqual({
      title: "Courses · Nama Health",
      description: "All courses.",
      keywords: "cme",
    });
    expect(await pageMeta({ ...ctx, locale: "ar" }, { type: "page", slug: "courses" })).toEqual({
      title: "الدورات · نماء الصحية",
      description: "All courses.",
      keywords: "cme",
    });
  });

  it("R-07 a course's texts come from the course", async () => {
    await makeCourse(ctx.db, { slug: "safety", name_eng: "Safety", name_ar: "السلامة" });
    expect(await pageMeta(ctx, { type: "course", slug: "safety" })).toEqual({
      title: "Safety · Nama Health",
      description: "Three practical days.",
      keywords: "Patient safety",
    });
    expect((await pageMeta({ ...ctx, locale: "ar" }, { type: "course", slug: "safety" })).title).toBe(
      "السلامة · نماء الصحية",
    );
  });

  it("R-07 a course's or story's own texts for search engines take precedence, each only in its language", async () => {
    const texts = { search_title_eng: "Safety course in Riyadh", search_description_ar: "ثلاثة أيام في الرياض" };
    await makeCourse(ctx.db, {
      slug: "safety",
      name_eng: "Safety",
      name_ar: "السلامة",
      image: "cover",
      share_image: "shared",
      ...texts,
    });
    expect(await pageHead(ctx, { type: "course", slug: "safety" })).toMatchObject({
      title: "Safety course in Riyadh · Nama Health",
      name: "Safety course in Riyadh",
      description: "Three practical days.",
      image: "shared",
    });
    expect(await pageHead({ ...ctx, locale: "ar" }, { type: "course", slug: "safety" })).toMatchObject({
      name: "السلامة",
      description: "ثلاثة أيام في الرياض",
      image: "shared",
    });
    const story = {
      slug: "wells",
      title_eng: "Wells",
      excerpt_eng: "Of water.",
      body_eng: "<p>x</p>",
      image: "wells-1",
    };
    await ctx.db.insert(news).values({ ...story, ...texts });
    expect(await pageHead(ctx, { type: "news", slug: "wells" })).toMatchObject({
      name: "Safety course in Riyadh",
      description: "Of water.",
      image: "wells-1",
    });
  });

  it("R-07 a story's texts come from those for search engines, then its page_meta row, then the story", async () => {
    const createdAt = new Date("2027-01-02T06:00:00Z");
    await ctx.db.insert(news).values({
      slug: "wells",
      title_eng: "Wells",
      title_ar: "الآبار",
      excerpt_eng: "Of water.",
      body_eng: "<p>x</p>",
      image: "wells-1",
      created_at: createdAt,
    });
    expect(await pageHead({ ...ctx, locale: "ar" }, { type: "news", slug: "wells" })).toEqual({
      title: "الآبار · نماء الصحية",
      description: "Of water.",
      keywords: "",
      name: "الآبار",
      isFound: true,
      image: "wells-1",
      publishedAt: "2027-01-02T06:00:00.000Z",
    });
    await ctx.db.insert(pageMetas).values({
      type: "news",
      slug: "wells",
      title_eng: "About wells · Nama Health",
      description_eng: "All of water.",
    });
    invalidateContentCaches();
    expect(await pageHead(ctx, { type: "news", slug: "wells" })).toMatchObject({
      title: "About wells · Nama Health",
      description: "All of water.",
      name: "About wells",
      image: "wells-1",
    });
    await ctx.db.update(news).set({ search_title_eng: "Clean wells" });
    expect(await pageHead(ctx, { type: "news", slug: "wells" })).toMatchObject({
      title: "Clean wells · Nama Health",
      description: "All of water.",
    });
    expect(await pageHead(ctx, { type: "news", slug: "nothing" })).toMatchObject({
      isFound: false,
      name: "Nama Health",
    });
    expect(await pageHead(ctx, { type: "news", slug: "a\0b" })).toMatchObject({ isFound: false });
  });

  it("get-meta-information: rejects invalid fields, and prefers lang to the header's language", async () => {
    expect(getMetaInformation.body.safeParse({ type: "page" }).success).toBe(false);
    expect(getMetaInformation.body.safeParse({ type: "page", slug: "x", lang: "fr" }).success).toBe(false);
    const body = getMetaInformation.body.parse({ type: "page", name: null, slug: "courses", lang: "ar" });
    expect(await getMetaInformation.handle(ctx, body)).toEqual({
      meta_title: "الدورات · نماء الصحية",
      meta_description: "All courses.",
      meta_keywords: "cme",
    });
  });
});
