import { beforeEach, describe, expect, it } from "vitest";
import { courseAddresses } from "#features/catalogue/addresses.server.ts";
import { courseDetails, listCourses, relatedCourses } from "#features/catalogue/courses.server.ts";
import { seatsNow } from "#features/seats/availability.server.ts";
import { searchSlugs } from "#features/content/search/search.server.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { Conflict, Forbidden, NotFound, ValidationError } from "#platform/errors.ts";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { buildDraft, story, storyOnSite } from "#test/story.ts";
import { newsItem } from "#features/content/news.server.ts";
import { editableContent } from "./editable.server.ts";
import { publishRevision, republishItem, unpublishItem } from "./publish.server.ts";
import { saveDraft } from "./revisions.server.ts";

describeOnDatabase("unpublishing and republishing", (open) => {
  let visitor: TestCtx;
  let ctx: TestCtx;
  beforeEach(async () => {
    visitor = testContext(await open());
    ctx = visitor.asStaff("owner");
  });
  const readTitle = async () => (await newsItem(visitor, "a-story")).title_eng;

  describe("refusals", () => {
    it("P-05 rejects republishing what is on the site, was never published or does not exist", async () => {
      const item = { entity: "news", entityId: await storyOnSite(ctx) } as const;
      await saveDraft(ctx, buildDraft(item.entityId, { title_eng: "New" }, 0));
      await expect(republishItem(ctx, item)).rejects.toThrow(Conflict);
      const newDraft = { entityId: null, version: 0, data: { ...story, slug: "b" } };
      const never = await saveDraft(ctx, { entity: "news", ...newDraft });
      await expect(republishItem(ctx, never)).rejects.toThrow(NotFound);
      await expect(republishItem(ctx, { entity: "news", entityId: "4711" })).rejects.toThrow(NotFound);
      await expect(republishItem(visitor.asStaff("training"), item)).rejects.toThrow(Forbidden);
    });

    it("rejects republishing when the address was taken meanwhile", async () => {
      const item = { entity: "news", entityId: await storyOnSite(ctx) } as const;
      await unpublishItem(ctx, item);
      const second = await saveDraft(ctx, { entity: "news", entityId: null, version: 0, data: story });
      await publishRevision(ctx, second);
      await expect(republishItem(ctx, item)).rejects.toThrow(ValidationError);
      expect((await editableContent(ctx, item)).isOnSite).toBe(false);
    });
  });

  it("P-05 republishes the last published text, and keeps a newer draft", async () => {
    const item = { entity: "news", entityId: await storyOnSite(ctx) } as const;
    await saveDraft(ctx, buildDraft(item.entityId, { title_eng: "Not ready" }, 0));
    await unpublishItem(ctx, item);
    await expect(readTitle()).rejects.toThrow();
    await republishItem(ctx, item);
    expect(await readTitle()).toBe("A story");
    const { revision, isOnSite, data, changed } = await editableContent(ctx, item);
    expect([revision?.state, isOnSite, changed]).toEqual(["draft", true, ["title_eng"]]);
    expect(data).toMatchObject({ title_eng: "Not ready" });
  });

  it("P-05 an unpublished course has no page, listing, search result or free seat, keeps its runs, and can be republished", async () => {
    const course = await makeCourse(ctx.db, { name_eng: "Zirconium handling" });
    const other = await makeCourse(ctx.db);
    const run = await makeRun(ctx.db, course.id);
    await makeRun(ctx.db, other.id);
    const item = { entity: "course", entityId: String(course.id) } as const;
    const readVisibility = async () => ({
      page: await courseDetails(visitor, { slug: course.slug }).then(
        () => true,
        () => false,
      ),
      listed: (await listCourses(visitor, { page: 1 })).data.some(({ slug }) => slug === course.slug),
      related: (await relatedCourses(visitor, other)).some(({ slug }) => slug === course.slug),
      found: await searchSlugs(visitor, "course", "zirconium"),
      inSitemap: (await courseAddresses(visitor)).some(({ slug }) => slug === course.slug),
      seats: (await seatsNow(visitor, run.id)).qty,
    });
    const visible = { page: true, listed: true, related: true, found: [course.slug], inSitemap: true, seats: 10 };
    const hidden = { page: false, listed: false, related: false, found: [], inSitemap: false, seats: 0 };
    expect(await readVisibility()).toEqual(visible);
    await unpublishItem(ctx, item);
    expect(await readVisibility()).toEqual(hidden);
    // A run that is added meanwhile does not bring it back into the search.
    const second = await makeRun(ctx.db, course.id);
    expect((await readVisibility()).found).toEqual([]);
    expect(await ctx.db.$count(courseRuns)).toBe(3);
    await republishItem(ctx, item);
    expect(await readVisibility()).toEqual(visible);
    expect(second.courseId).toBe(course.id);
  });
});
