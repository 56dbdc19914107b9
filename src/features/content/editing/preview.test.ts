import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { courseDetails } from "#features/catalogue/courses.server.ts";
import { NotFound } from "#platform/errors.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { m } from "#messages";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { testContext, testEnv, type TestCtx } from "#test/context.ts";
import { notify } from "#platform/db/database.server.ts";
import { describeOnDatabase } from "#test/database.ts";
import { newsItem } from "#features/content/news.server.ts";
import { pageHead } from "#features/content/page-meta.server.ts";
import { pageMetas } from "#features/content/tables.server.ts";
import { createPreview, deleteExpiredPreviews, revokePreview, withPreview } from "./preview.server.ts";
import { publishRevision } from "./publish.server.ts";
import { editableContent } from "./editable.server.ts";
import { saveDraft } from "./revisions.server.ts";
import { contentPreviews } from "./tables.server.ts";

const story = (slug: string, more: object = {}) => ({
  slug,
  title_eng: "T",
  excerpt_eng: "E",
  body_eng: "<p>B</p>",
  image: "i",
  ...more,
});
const getPreviewKey = (path: string) => path.split("?preview=")[1] ?? "";

describeOnDatabase("a preview", (open) => {
  let visitor: TestCtx;
  let ctx: TestCtx;
  beforeEach(async () => {
    visitor = testContext(await open());
    ctx = visitor.asStaff("owner");
  });

  const makeDraft = (slug: string, more: object = {}) =>
    saveDraft(ctx, { entity: "news", entityId: null, data: story(slug, more), version: 0 });
  const opens = (key: string, who = visitor) => withPreview(who, key, async () => true);

  describe("refusals", () => {
    it("P-05 an invalid, altered, foreign, expired or revoked key opens nothing", async () => {
      const { id, path } = await createPreview(ctx, await makeDraft("a"));
      const key = getPreviewKey(path);
      const [seed, signature] = key.split(".");
      expect(await opens(key)).toBe(true);
      const wrongKeys = [
        "",
        ".",
        "a.b",
        "1",
        `${key}x`,
        `${key}.x`,
        `x${key}`,
        `${seed}.`,
        `.${signature}`,
        key.toUpperCase(),
      ];
      for (const wrongKey of [...wrongKeys, "\0", "'; drop table news; --", "%", key.slice(0, -1)])
        expect(await opens(wrongKey), wrongKey).toBe(null);
      const elsewhere = { ...visitor, env: testEnv({ AUTH_SECRET: "another-secret-of-more-than-32-characters" }) };
      expect(await opens(key, elsewhere)).toBe(null);
      ctx.clock.now = new Date(ctx.now().getTime() + 7 * 24 * 60 * 60_000 - 1);
      expect(await opens(key)).toBe(true);
      await revokePreview(ctx, { id });
      expect(await opens(key)).toBe(null);
      const second = getPreviewKey(
        (await createPreview(ctx, (await editableContent(ctx, await makeOtherDraft())).revision ?? { id: 0 })).path,
      );
      expect(await opens(second)).toBe(true);
      ctx.clock.now = new Date(ctx.now().getTime() + 7 * 24 * 60 * 60_000);
      expect(await opens(second)).toBe(null);
      await deleteExpiredPreviews(visitor);
      expect(await ctx.db.$count(contentPreviews)).toBe(0);
    });
    const makeOtherDraft = async () => {
      const { entity, entityId } = await makeDraft("b");
      return { entity, entityId };
    };

    it("the database stores no part of the key", async () => {
      const key = getPreviewKey((await createPreview(ctx, await makeDraft("a"))).path);
      const { rows } = await ctx.db.execute(sql`select row_to_json(p)::text as text from content_preview p`);
      for (const part of key.split(".")) expect(JSON.stringify(rows)).not.toContain(part);
    });

    it("rejects a preview of an unknown draft, and revoking an unknown preview", async () => {
      await expect(createPreview(ctx, { id: 4711 })).rejects.toThrow(NotFound);
      await expect(revokePreview(ctx, { id: 4711 })).rejects.toThrow(NotFound);
    });

    it("P-05 a course without a run shows an example date, and stores none", async () => {
      const course = await makeCourse(ctx.db);
      const item = { entity: "course" as const, entityId: String(course.id) };
      const { data } = await editableContent(ctx, item);
      const draft = await saveDraft(ctx, { ...item, data: { ...data, name_eng: "Other" }, version: 0 });
      const { path, hasExampleDate } = await createPreview(ctx, draft);
      const details = await withPreview(visitor, getPreviewKey(path), (ctx) =>
        courseDetails(ctx, { slug: course.slug }),
      );
      expect([hasExampleDate, details?.name_eng, details?.venue_eng]).toEqual([
        true,
        "Other",
        m.editing_example_venue({}, { locale: "en" }),
      ]);
      await expect(courseDetails(visitor, { slug: course.slug })).rejects.toThrow(NotFound);
      expect(await ctx.db.$count(courseRuns, eq(courseRuns.courseId, course.id))).toBe(0);
      await makeRun(ctx.db, course.id);
      expect((await createPreview(ctx, draft)).hasExampleDate).toBe(false);
      expect(path).toMatch(new RegExp(`^/courses/${course.slug}\\?preview=[\\w-]{22}\\.[\\w-]{43}$`));
      const seen = await withPreview(visitor, getPreviewKey(path), (ctx) => courseDetails(ctx, { slug: course.slug }));
      expect(seen?.name_eng).toBe("Other");
      expect((await courseDetails(visitor, { slug: course.slug })).name_eng).toBe(course.name_eng);
    });

    it("ends when its address was taken meanwhile", async () => {
      const { path } = await createPreview(ctx, await makeDraft("wanted"));
      await publishRevision(ctx, await makeDraft("wanted"));
      expect(await opens(getPreviewKey(path))).toBe(null);
    });

    it("an error of the page is not reported as a bad key", async () => {
      const { path } = await createPreview(ctx, await makeDraft("a"));
      const broken = withPreview(visitor, getPreviewKey(path), () => Promise.reject(new NotFound("page")));
      await expect(broken).rejects.toThrow("page");
    });
  });

  it("P-05 shows the current draft, even unfinished, and leaves no trace", async () => {
    const draft = await makeDraft("a-story");
    const { path } = await createPreview(ctx, draft);
    await saveDraft(ctx, { ...draft, data: story("a-story", { title_eng: "Half a", body_eng: "" }), version: 1 });
    const readAllTables = async () => {
      const { rows } = await ctx.db.execute<{ name: string }>(
        sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
      );
      const all: unknown[] = [];
      for (const { name } of rows)
        all.push(
          (
            await ctx.db.execute(
              sql.raw(`select '${name}' as t, md5(string_agg(r::text, '|' order by r::text)) as m from "${name}" r`),
            )
          ).rows,
        );
      return all;
    };
    const before = await readAllTables();
    const notifications: unknown[] = [];
    const stop = await visitor.database.listen("content_changed", (payload) => void notifications.push(payload));
    const seen = await withPreview(visitor, getPreviewKey(path), async (ctx) => {
      const [item, head] = await Promise.all([
        newsItem(ctx, "a-story"),
        pageHead(ctx, { type: "news", slug: "a-story" }),
      ]);
      return { title: item.title_eng, head: head.title };
    });
    expect(seen).toEqual({ title: "Half a", head: "Half a · Nama Health" });
    expect(await readAllTables()).toEqual(before);
    await expect(newsItem(visitor, "a-story")).rejects.toThrow(NotFound);
    await notify(visitor.db, "content_changed", "after");
    await expect.poll(() => notifications).toEqual(["after"]);
    await stop();
  });

  it("P-07 is neither stored in caches nor read from them", async () => {
    const key = { type: "page", slug: "courses" };
    await ctx.db.insert(pageMetas).values({ ...key, title_eng: "Public", description_eng: "D" });
    expect((await pageHead(visitor, key)).title).toBe("Public");
    const item = { entity: "page-meta" as const, entityId: "page/courses" };
    const { data } = await editableContent(ctx, item);
    const draft = await saveDraft(ctx, { ...item, data: { ...data, title_eng: "Draft" }, version: 0 });
    const { path } = await createPreview(ctx, draft);
    expect(path).toMatch(/^\/courses\?preview=/);
    const head = await withPreview(visitor, getPreviewKey(path), (ctx) => pageHead(ctx, key));
    expect(head?.title).toBe("Draft");
    expect((await pageHead(visitor, key)).title).toBe("Public");
  });

  it("a revoked key stays in the database with its creator", async () => {
    const { id } = await createPreview(ctx, await makeDraft("a"));
    await revokePreview(ctx, { id });
    const [row] = await ctx.db.select().from(contentPreviews).where(eq(contentPreviews.id, id));
    expect(row).toMatchObject({ createdBy: "staff-owner", revokedAt: ctx.now() });
  });
});
