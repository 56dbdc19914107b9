/** Publishes or unpublishes many items in a background task (P-05, P-20). */
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { news } from "#features/content/tables.server.ts";
import { listItems } from "#features/content/editing/items.server.ts";
import { saveDraft } from "#features/content/editing/revisions.server.ts";
import { readTask } from "#features/staff/tasks/tasks.server.ts";
import { Forbidden, Unauthenticated } from "#platform/errors.ts";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { makeStaff, signedIn } from "#test/staff.ts";
import { buildDraft } from "#test/story.ts";
import { runQueuedTasks } from "#test/tasks.ts";
import { publishMany, startPublishing, startTakingOff, unpublishMany } from "./bulk-changes.server.ts";

describeOnDatabase("content changed in bulk", (open) => {
  let ctx: TestCtx;
  let faris: TestCtx;
  const kinds = [publishMany, unpublishMany];
  const listPublishedTitles = async () =>
    (await ctx.db.select({ title: news.title_eng }).from(news)).map(({ title }) => title);
  const readEvents = (action: string) => ctx.db.select().from(auditEvents).where(eq(auditEvents.action, action));
  const toItem = (entityId: string) => ({ entity: "news" as const, entityId });

  /** Creates drafts of new stories, and returns them as the list shows them. */
  async function createDrafts(count: number) {
    for (let n = 1; n <= count; n++) {
      const data = { slug: `story-${n}`, title_eng: `Story ${n}` };
      await saveDraft(faris, { ...buildDraft("", data, 0), entityId: null });
    }
    const query = { page: 1, perPage: 100, sort: "id", order: "asc", filter: { entity: "news" } } as const;
    const { data } = await listItems(faris, query);
    return data.map(({ entity_id, revisionId, version, title }) => ({
      id: toItem(entity_id),
      revision_id: revisionId ?? 0,
      version,
      title,
    }));
  }
  beforeEach(async () => {
    ctx = testContext(await open());
    faris = ctx.asStaff("content", { id: (await makeStaff(ctx, "content")).id });
  });

  describe("refusals", () => {
    it("P-05 P-03 rejects callers without permission, empty lists and invalid ids, and starts no task", async () => {
      const items = await createDrafts(1);
      const support = ctx.asStaff("support", { id: (await makeStaff(ctx, "support")).id });
      await expect(startPublishing(ctx, { items })).rejects.toThrow(Unauthenticated);
      await expect(startPublishing(support, { items })).rejects.toThrow(Forbidden);
      await expect(startTakingOff(support, { ids: [toItem("1")] })).rejects.toThrow(Forbidden);
      const browser = await signedIn(ctx, (await makeStaff(ctx, "content")).id);
      for (const [path, body] of [
        ["publish", { items: [] }],
        ["publish", { items: [{ id: "news:1" }] }],
        ["take-off", { ids: ["1"] }],
      ] as const)
        expect((await browser.call(`POST content/${path}`, body)).status).toBe(422);
      expect(ctx.queued.filter(({ name }) => name === "tasks.run")).toEqual([]);
    });

    it("P-05 staff who may publish only courses cannot publish a story", async () => {
      const items = await createDrafts(1);
      const reem = ctx.asStaff("training", { id: (await makeStaff(ctx, "training")).id });
      const { id } = await startPublishing(reem, { items });
      await runQueuedTasks(ctx, kinds);
      expect(await readTask(reem, { id })).toMatchObject({ state: "done", done: 0, failed: 1 });
      expect(await listPublishedTitles()).toEqual([]);
    });
  });

  it("P-05 P-20 publishes all items but an incomplete one and a changed one, and names these two", async () => {
    const items = await createDrafts(12);
    const rewrite = async (n: number, title: string) => {
      const id = items.find((story) => story.title === `Story ${n}`)?.id.entityId ?? "";
      await saveDraft(faris, buildDraft(id, { slug: `story-${n}`, title_eng: title }, 1));
      return id;
    };
    const untitledId = await rewrite(4, "");
    await rewrite(8, "Story 8, longer");
    // The list has the new version of the first rewritten story, but not of the second.
    const listedItems = items.map((story) => (story.id.entityId === untitledId ? { ...story, version: 2 } : story));
    const { id } = await startPublishing(faris, { items: listedItems });
    await runQueuedTasks(ctx, kinds);
    const task = await readTask(faris, { id });
    expect(task).toMatchObject({ state: "done", total: 12, done: 10, failed: 2 });
    const reasons = new Map(task.failures.map((failure) => [failure.what, failure.why_eng]));
    expect(reasons.get("Story 4")).toContain("incomplete");
    expect(reasons.get("Story 8")).toContain("changed");
    expect(await listPublishedTitles()).toHaveLength(10);
    expect(await readEvents("content.published")).toHaveLength(10);
  });

  it("P-05 P-20 unpublishes all items, names the one that is not on the site, and audits each change", async () => {
    const items = await createDrafts(7);
    await startPublishing(faris, { items: items.slice(1) });
    await runQueuedTasks(ctx, kinds);
    const { id } = await startTakingOff(faris, { ids: items.map((story) => story.id) });
    await runQueuedTasks(ctx, kinds);
    expect(await readTask(faris, { id })).toMatchObject({
      state: "done",
      done: 6,
      failed: 1,
      failures: [{ what: "Story 1" }],
    });
    expect(await listPublishedTitles()).toEqual([]);
    expect(await readEvents("content.taken-off")).toHaveLength(6);
  });
});
