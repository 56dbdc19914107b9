import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { courseRuns } from "#features/catalogue/schedule/tables.server.ts";
import { newsItem } from "#features/content/news.server.ts";
import { dayMs } from "#i18n/dates.ts";
import { Conflict, Forbidden, NotFound } from "#platform/errors.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { buildDraft, storyOnSite } from "#test/story.ts";
import { editableContent } from "./editable.server.ts";
import { republishItem, scheduleRevision, trashItem } from "./publish.server.ts";
import type { Item } from "./revision-rows.server.ts";
import { restoreRevision, saveDraft } from "./revisions.server.ts";
import { contentRevisions } from "./tables.server.ts";
import { emptyTrash, listTrash } from "./trash.server.ts";

describeOnDatabase("the trash", (open) => {
  let visitor: TestCtx;
  let ctx: TestCtx;
  let item: Item;
  beforeEach(async () => {
    visitor = testContext(await open());
    ctx = visitor.asStaff("content");
    item = { entity: "news", entityId: await storyOnSite(ctx) };
  });
  const readTrash = async () =>
    (await listTrash(ctx, { page: 1, perPage: 9, sort: "trashed_at", order: "asc", filter: {} })).data;
  const isOnSite = () =>
    newsItem(visitor, "a-story").then(
      () => true,
      () => false,
    );
  const daysLater = (days: number): TestCtx => ({
    ...visitor,
    now: () => new Date(ctx.now().getTime() + days * dayMs),
  });

  describe("refusals", () => {
    it("rejects trashing without the permission, of what is always on the site, and of trashed or unknown items", async () => {
      await expect(trashItem(visitor.asStaff("training"), item)).rejects.toThrow(Forbidden);
      await expect(trashItem(ctx, { entity: "featured", entityId: "home" })).rejects.toThrow(Conflict);
      expect(await isOnSite()).toBe(true);
      await trashItem(ctx, item);
      await expect(trashItem(ctx, item)).rejects.toThrow(NotFound);
      await expect(trashItem(ctx, { entity: "news", entityId: "4711" })).rejects.toThrow(NotFound);
    });
  });

  it("takes an item with its draft off the site; restoring returns both", async () => {
    await saveDraft(ctx, buildDraft(item.entityId, { title_eng: "Not ready" }, 0));
    const trashed = await trashItem(ctx, item);
    expect(await isOnSite()).toBe(false);
    const [line] = await readTrash();
    expect(line).toMatchObject({ ...trashed, entity: "news", title: "Not ready" });
    expect(Date.parse(line?.keptUntil ?? "") - Date.parse(line?.trashedAt ?? "")).toBe(30 * dayMs);
    await restoreRevision(ctx, trashed);
    await republishItem(ctx, item);
    expect(await readTrash()).toEqual([]);
    const { data, isOnSite: isPublic } = await editableContent(ctx, item);
    expect([(data as { title_eng: string }).title_eng, isPublic, await isOnSite()]).toEqual(["Not ready", true, true]);
  });

  it("cancels the item's schedule", async () => {
    const { id, entity, entityId } = await saveDraft(ctx, {
      ...buildDraft("", { slug: "soon" }, 0),
      entityId: null,
    });
    const publishAt = new Date(Math.ceil(ctx.now().getTime() / 60_000) * 60_000 + 60_000);
    await scheduleRevision(ctx, { id, version: 1, publishAt });
    await trashItem(ctx, { entity, entityId });
    expect(await readTrash()).toMatchObject([{ id, title: "A story" }]);
  });

  it("keeps the runs of a course", async () => {
    const course = await makeCourse(ctx.db);
    await makeRun(ctx.db, course.id);
    await trashItem(ctx, { entity: "course", entityId: String(course.id) });
    expect(await readTrash()).toMatchObject([{ entity: "course", title: course.name_eng }]);
    expect(await ctx.db.$count(courseRuns)).toBe(1);
  });

  it("deletes items after 30 days with their versions, but no restored ones", async () => {
    const other = { entity: "news", entityId: null, version: 0, data: { slug: "b", title_eng: "Restored" } } as const;
    const kept = await saveDraft(ctx, other);
    const restored = await trashItem(ctx, kept);
    await trashItem(ctx, item);
    await restoreRevision(ctx, restored);
    const count = (entityId: string) => ctx.db.$count(contentRevisions, eq(contentRevisions.entityId, entityId));
    await emptyTrash(daysLater(29.9));
    expect(await readTrash()).toHaveLength(1);
    await emptyTrash(daysLater(30.1));
    expect(await readTrash()).toEqual([]);
    expect([await count(item.entityId), await count(kept.entityId)]).toEqual([0, 2]);
    const [entry] = await ctx.db.select().from(auditEvents).where(eq(auditEvents.action, "content.trash-emptied"));
    expect(entry).toMatchObject({ entity: "news", entityId: item.entityId, before: { title: "A story" } });
  });

  it("keeps items trashed before the limit existed", async () => {
    await trashItem(ctx, item);
    await ctx.db.update(contentRevisions).set({ trashedAt: null });
    await emptyTrash(daysLater(99));
    expect(await readTrash()).toMatchObject([{ keptUntil: null }]);
  });
});
