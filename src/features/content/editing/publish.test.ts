import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { courseDetails, featuredCourses } from "#features/catalogue/courses.server.ts";
import { courses } from "#features/catalogue/tables.server.ts";
import { listTrainers } from "#features/content/trainers.server.ts";
import { searchSlugs } from "#features/content/search/search.server.ts";
import { contentChannel, onContentChanged } from "#features/settings/content-changes.server.ts";
import { Conflict, ValidationError } from "#platform/errors.ts";
import { inTransaction } from "#platform/context.server.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { loadDemoContent } from "#db/demo/load.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import {
  feedStories,
  newsAddresses,
  banners,
  faqs,
  softwareModules,
  staticPage,
  contactSettings,
} from "#features/content/pages.server.ts";
import { newsItem } from "#features/content/news.server.ts";
import { pageHead } from "#features/content/page-meta.server.ts";
import { listAllRevisions } from "#test/story.ts";
import { applyRevision } from "./revision-rows.server.ts";
import { entities } from "#features/content/entities/entities.server.ts";
import { createPreview, withPreview } from "./preview.server.ts";
import {
  cancelSchedule,
  publishRevision,
  publishScheduled,
  scheduleRevision,
  unpublishItem,
} from "./publish.server.ts";
import { entityNames, type EntityName } from "#features/content/entities/revision-entities.ts";
import { editableContent } from "./editable.server.ts";
import { restoreRevision, saveDraft } from "./revisions.server.ts";

const story = (slug: string, more: object = {}) => ({
  slug,
  title_eng: "Zirconium story",
  title_ar: "قصة",
  excerpt_eng: "One sentence.",
  excerpt_ar: "",
  body_eng: "<p>Text</p>",
  body_ar: "",
  image: "a-story-0a1b2c3d",
  link: null,
  popular_position: null,
  ...more,
});
const minute = 60_000;

describeOnDatabase("publishing", (open) => {
  let visitor: TestCtx;
  let ctx: TestCtx;
  beforeEach(async () => {
    visitor = testContext(await open());
    ctx = visitor.asStaff("owner");
  });

  /** Saves a draft of a new or an existing item, and publishes it. */
  async function publishNew(entity: EntityName, data: object, entityId: string | null = null): Promise<string> {
    const version = entityId === null ? 0 : (await editableContent(ctx, { entity, entityId })).version;
    const draft = await saveDraft(ctx, { entity, entityId, data, version });
    await publishRevision(ctx, draft);
    return draft.entityId;
  }
  const inMinutes = (minutes: number) => new Date(Math.ceil(ctx.now().getTime() / minute) * minute + minutes * minute);
  const readRevisionStates = async (entity: EntityName, entityId: string) =>
    (await listAllRevisions(ctx, { entity, entityId })).map(({ state }) => state);

  describe("refusals", () => {
    it("rejects publishing or scheduling what is published, and cancelling a schedule that does not exist", async () => {
      const draft = await saveDraft(ctx, { entity: "news", entityId: null, data: story("a"), version: 0 });
      await expect(cancelSchedule(ctx, draft)).rejects.toThrow(Conflict);
      await publishRevision(ctx, draft);
      await expect(publishRevision(ctx, draft)).rejects.toThrow(Conflict);
      await expect(scheduleRevision(ctx, { ...draft, publishAt: inMinutes(5) })).rejects.toThrow(Conflict);
    });

    it("an address in use is a field error, when publishing and scheduling", async () => {
      await publishNew("news", story("taken"));
      const second = await saveDraft(ctx, { entity: "news", entityId: null, data: story("taken"), version: 0 });
      const slugError = { fields: { slug: ["Another page already has this address."] } };
      await expect(publishRevision(ctx, second)).rejects.toMatchObject(slugError);
      await expect(scheduleRevision(ctx, { ...second, publishAt: inMinutes(5) })).rejects.toMatchObject(slugError);
      await publishNew("banner", { title_eng: "One", image: "same" });
      await expect(publishNew("banner", { title_eng: "Two", image: "same" })).rejects.toMatchObject({
        fields: { image: [expect.any(String)] },
      });
      expect(await readRevisionStates("news", second.entityId)).toEqual(["draft"]);
    });

    it("rejects a schedule in the past, now, or not at a whole minute", async () => {
      const draft = await saveDraft(ctx, { entity: "news", entityId: null, data: story("a"), version: 0 });
      for (const publishAt of [inMinutes(-5), ctx.now(), new Date(inMinutes(5).getTime() + 1000), new Date(Number.NaN)])
        await expect(scheduleRevision(ctx, { ...draft, publishAt })).rejects.toThrow(ValidationError);
    });

    it("unknown featured courses are a field error", async () => {
      await expect(publishNew("featured", { courses: [4711] }, "home")).rejects.toMatchObject({
        fields: { courses: [expect.any(String)] },
      });
    });

    it("rejects unpublishing text pages and the featured courses", async () => {
      for (const [entity, entityId] of [
        ["page", "mission"],
        ["featured", "home"],
      ] as const)
        await expect(unpublishItem(ctx, { entity, entityId })).rejects.toThrow(Conflict);
    });
  });

  it("P-05 publishes every kind into the table of the visitors' pages", async () => {
    const text = { heading_eng: "Heading", heading_ar: "عنوان", description_eng: "<p>Text</p>", description_ar: "" };
    const slug = (await makeCourse(ctx.db)).slug;
    await publishNew("page", { slug: "mission", ...text, updated_on: "2026-11-01" });
    expect(await staticPage(visitor, "mission")).toMatchObject({
      ...text,
      description_ar: null,
      updated_on: "2026-11-01",
    });
    await publishNew("faq", { position: 3, ...text });
    expect(await faqs(visitor)).toMatchObject([{ ...text, description_ar: null }]);
    await publishNew("banner", { position: 1, image: "slide-1", title_eng: "Slide", title_ar: "شريحة" });
    expect(await banners(visitor, "home")).toMatchObject([{ image: "slide-1", title_eng: "Slide", title_ar: "شريحة" }]);
    await publishNew("team", { position: 1, title_eng: "Training", name_eng: "Reem", email: "Reem@Example.com" });
    expect((await contactSettings(visitor)).members_info).toMatchObject([
      {
        title_eng: "Training",
        title_ar: null,
        name_eng: "Reem",
        name_ar: null,
        email: "reem@example.com",
        image: null,
      },
    ]);
    const features = [{ eng: "Beds", ar: "", used_by: { eng: "Wards", ar: "الأقسام" } }];
    await publishNew("module", {
      slug: "beds",
      group: "hospital",
      position: 1,
      name_eng: "Beds",
      description_eng: "Who lies where",
      features,
    });
    expect(await softwareModules(visitor)).toMatchObject([
      {
        slug: "beds",
        group: "hospital",
        features: [{ eng: "Beds", ar: null, used_by: { eng: "Wards", ar: "الأقسام" } }],
      },
    ]);
    await publishNew("page-meta", {
      type: "page",
      slug: "courses",
      title_eng: "All courses",
      description_eng: "Listed.",
    });
    expect(await pageHead(visitor, { type: "page", slug: "courses" })).toMatchObject({
      title: "All courses",
      isFound: true,
    });

    const course = (await entities.course.read(ctx)).find(({ data }) => "slug" in data && data.slug === slug);
    await makeRun(ctx.db, Number(course?.entityId));
    await publishNew("trainer", { name_eng: "Sara", job_title_eng: "Nurse", job_title_ar: "ممرضة" });
    const [sara] = await listTrainers(ctx);
    const trainerIds = [sara?.id ?? 0];
    const renamed = { ...course?.data, name_eng: "Renamed", disable_course: true, trainer_ids: trainerIds };
    await publishNew("course", renamed, course?.entityId);
    expect(await courseDetails(visitor, { slug })).toMatchObject({
      name_eng: "Renamed",
      disable_course: true,
      speakers: [{ name_eng: "Sara", name_ar: null, title_eng: "Nurse", title_ar: "ممرضة", line_eng: "" }],
    });
  });

  it("P-05 publishes the featured courses in order, and removes those left out", async () => {
    const made = [
      await makeCourse(ctx.db),
      await makeCourse(ctx.db, { featured_position: 1 }),
      await makeCourse(ctx.db),
    ];
    for (const { id } of made) await makeRun(ctx.db, id);
    const [first, second, third] = made.map(({ id }) => id);
    expect((await editableContent(ctx, { entity: "featured", entityId: "home" })).data).toEqual({ courses: [second] });
    await publishNew("featured", { courses: [third, first] }, "home");
    expect((await editableContent(ctx, { entity: "featured", entityId: "home" })).data).toEqual({
      courses: [third, first],
    });
    // N-05: the positions decide which courses are shown; these are shown in the order of their start.
    expect((await featuredCourses(visitor)).map(({ slug }) => slug)).toEqual(made.map(({ slug }) => slug));
    expect(await ctx.db.$count(courses, sql`featured_position is not null`)).toBe(2);
  });

  it("P-07 search, feed, sitemap and page show nothing of a draft until it is published", async () => {
    const countVisible = async () => ({
      found: (await searchSlugs(visitor, "news", "zirconium"))?.length,
      feed: (await feedStories(visitor, 20)).length,
      sitemap: (await newsAddresses(visitor)).length,
    });
    const draft = await saveDraft(ctx, { entity: "news", entityId: null, data: story("a-story"), version: 0 });
    await scheduleRevision(ctx, { ...draft, publishAt: inMinutes(5) });
    expect(await countVisible()).toEqual({ found: 0, feed: 0, sitemap: 0 });
    await cancelSchedule(ctx, draft);
    expect(await readRevisionStates("news", draft.entityId)).toEqual(["draft"]);
    await publishRevision(ctx, draft);
    expect(await countVisible()).toEqual({ found: 1, feed: 1, sitemap: 1 });
    await unpublishItem(ctx, draft);
    expect(await countVisible()).toEqual({ found: 0, feed: 0, sitemap: 0 });
  });

  it("P-07 notifies every process of a published change only", async () => {
    const listener = vi.fn();
    onContentChanged(listener);
    const payloads: unknown[] = [];
    const stop = await visitor.database.listen(contentChannel, (payload) => void payloads.push(payload));
    const draft = await saveDraft(ctx, { entity: "news", entityId: null, data: story("a-story"), version: 0 });
    expect(listener).not.toHaveBeenCalled();
    await publishRevision(ctx, draft);
    expect(listener).toHaveBeenCalledTimes(1);
    await expect.poll(() => payloads.length).toBe(1);
    await stop();
  });

  it("P-05 what is unpublished becomes a draft, and can be published again with the same id", async () => {
    const entityId = await publishNew("news", story("a-story"));
    await unpublishItem(ctx, { entity: "news", entityId });
    await expect(newsItem(visitor, "a-story")).rejects.toThrow("This story");
    const { revision, version } = await editableContent(ctx, { entity: "news", entityId });
    expect(revision?.state).toBe("draft");
    await publishRevision(ctx, { id: revision?.id ?? 0, version });
    expect((await newsItem(visitor, "a-story")).id).toBe(Number(entityId));
  });

  it("P-05 publishes once at its minute, and never over a newer text", async () => {
    const entityId = await publishNew("news", story("a-story"));
    const publishAt = inMinutes(2);
    const planned = await saveDraft(ctx, {
      entity: "news",
      entityId,
      data: story("a-story", { title_eng: "Planned" }),
      version: 1,
    });
    await scheduleRevision(ctx, { ...planned, publishAt });
    // Someone edits the text meanwhile: what was scheduled stays as it is.
    await saveDraft(ctx, { entity: "news", entityId, data: story("a-story", { title_eng: "Later" }), version: 2 });
    const titleNow = async () => (await newsItem(visitor, "a-story")).title_eng;
    ctx.clock.now = new Date(publishAt.getTime() - 1);
    await publishScheduled(visitor);
    expect(await titleNow()).toBe("Zirconium story");
    ctx.clock.now = publishAt;
    await publishScheduled(visitor);
    await publishScheduled(visitor);
    expect(await titleNow()).toBe("Planned");
    expect(await readRevisionStates("news", entityId)).toEqual(["draft", "published", "replaced"]);

    // A newer text is published by hand before the minute: the schedule must not bring the older one back.
    const { revision, version } = await editableContent(ctx, { entity: "news", entityId });
    await scheduleRevision(ctx, { id: revision?.id ?? 0, version, publishAt: inMinutes(5) });
    const urgent = await saveDraft(ctx, {
      entity: "news",
      entityId,
      data: story("a-story", { title_eng: "Urgent" }),
      version,
    });
    await publishRevision(ctx, urgent);
    ctx.clock.now = inMinutes(10);
    await publishScheduled(visitor);
    expect(await titleNow()).toBe("Urgent");
    expect(await readRevisionStates("news", entityId)).toEqual(["published", "replaced", "replaced", "replaced"]);
  });

  it("P-05 what cannot be published at its minute becomes a draft, and does not stop the others", async () => {
    const data = story("wanted");
    const late = await saveDraft(ctx, { entity: "news", entityId: null, data, version: 0 });
    const good = await saveDraft(ctx, { entity: "news", entityId: null, data: story("good"), version: 0 });
    for (const draft of [late, good]) await scheduleRevision(ctx, { ...draft, publishAt: inMinutes(1) });
    await publishNew("news", data);
    ctx.clock.now = inMinutes(3);
    await publishScheduled(visitor);
    expect(await readRevisionStates("news", late.entityId)).toEqual(["draft"]);
    expect((await newsItem(visitor, "good")).slug).toBe("good");
    const actions = await ctx.db.select({ action: auditEvents.action, actor: auditEvents.actorKind }).from(auditEvents);
    expect(actions).toContainEqual({ action: "content.schedule-failed", actor: "visitor" });
  });

  it("a story's own page head moves with its address", async () => {
    const entityId = await publishNew("news", story("old"));
    await publishNew("page-meta", { type: "news", slug: "old", title_eng: "Own", description_eng: "Words." });
    await publishNew("news", story("new"), entityId);
    expect((await pageHead(visitor, { type: "news", slug: "new" })).title).toBe("Own");
    expect((await editableContent(ctx, { entity: "page-meta", entityId: "news/new" })).data).toMatchObject({
      slug: "new",
    });
    await publishNew(
      "page-meta",
      { type: "news", slug: "new", title_eng: "Still", description_eng: "Words." },
      "news/new",
    );
    expect((await pageHead(visitor, { type: "news", slug: "new" })).title).toBe("Still");
  });

  it("P-05 the demo's content fits its schemas, and republishing it changes nothing", async () => {
    await loadDemoContent(ctx);
    const tables = ["course", "news", "static_page", "faq", "banner", "team_member", "software_module", "page_meta"];
    const contents = async () => {
      const all: unknown[] = [];
      for (const table of tables) {
        const { rows } = await ctx.db.execute(
          sql.raw(`select jsonb_agg(to_jsonb(t) - 'updated_at' order by to_jsonb(t)) as rows from "${table}" t`),
        );
        all.push(rows);
      }
      return all;
    };
    const before = await contents();
    let count = 0;
    await inTransaction(ctx, async (ctx) => {
      for (const entity of entityNames)
        for (const row of await entities[entity].read(ctx)) {
          count += 1;
          await applyRevision(ctx, { entity, ...row }, "publish");
        }
    });
    expect(count).toBeGreaterThan(100);
    expect(await contents()).toEqual(before);
  });
});

// This test uses ids that are taken before their rows exist, partial constraints and savepoints.
describeOnDatabase("the life of a story", (open) => {
  it("P-05 a story goes from draft to preview, schedule and site, to another address and back, and off the site", async () => {
    const visitor = testContext(await open());
    const ctx = visitor.asStaff("owner");
    const draft = await saveDraft(ctx, { entity: "news", entityId: null, data: story("a-story"), version: 0 });
    const { path } = await createPreview(ctx, draft);
    const readPreview = () => withPreview(visitor, path.split("=")[1] ?? "", (ctx) => newsItem(ctx, "a-story"));
    expect((await readPreview())?.id).toBe(Number(draft.entityId));
    await expect(newsItem(visitor, "a-story")).rejects.toThrow("This story");
    const publishAt = new Date(Math.ceil(ctx.now().getTime() / minute) * minute + minute);
    await scheduleRevision(ctx, { ...draft, publishAt });
    ctx.clock.now = publishAt;
    await publishScheduled(visitor);
    expect((await newsItem(visitor, "a-story")).id).toBe(Number(draft.entityId));
    const second = await saveDraft(ctx, { ...draft, data: story("moved"), version: 1 });
    await publishRevision(ctx, second);
    const restored = await restoreRevision(ctx, { id: draft.id, version: 2 });
    await publishRevision(ctx, restored);
    await unpublishItem(ctx, draft);
    expect(await entities.news.read(ctx)).toEqual([]);
    const { rows } = await ctx.db.execute(sql`select from_path, to_path from redirect`);
    expect(rows).toEqual([{ from_path: "/news/moved", to_path: "/news/a-story" }]);
  });
});
