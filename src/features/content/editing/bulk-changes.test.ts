/** Many items published or taken off the site at once, as long work that can be left (P-05, P-20). */
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
  const onSite = async () => (await ctx.db.select({ title: news.title_eng }).from(news)).map(({ title }) => title);
  const readEvents = (action: string) => ctx.db.select().from(auditEvents).where(eq(auditEvents.action, action));
  const item = (entityId: string) => ({ entity: "news" as const, entityId });

  /** Drafts of stories that are new, as the list shows them. */
  async function drafts(count: number) {
    for (let n = 1; n <= count; n++) {
      const data = { slug: `story-${n}`, title_eng: `Story ${n}` };
      await saveDraft(faris, { ...buildDraft("", data, 0), entityId: null });
    }
    const query = { page: 1, perPage: 100, sort: "id", order: "asc", filter: { entity: "news" } } as const;
    const { data } = await listItems(faris, query);
    return data.map(({ entity_id, revision_id, version, title }) => ({
      id: item(entity_id),
      revision_id: revision_id ?? 0,
      version,
      title,
    }));
  }
  beforeEach(async () => {
    ctx = testContext(await open());
    faris = ctx.asStaff("content", { id: (await makeStaff(ctx, "content")).id });
  });

  describe("refusals", () => {
    it("P-05 P-03 without a permission to publish, without items, with an id that is none: nothing begins", async () => {
      const items = await drafts(1);
      const support = ctx.asStaff("support", { id: (await makeStaff(ctx, "support")).id });
      await expect(startPublishing(ctx, { items })).rejects.toThrow(Unauthenticated);
      await expect(startPublishing(support, { items })).rejects.toThrow(Forbidden);
      await expect(startTakingOff(support, { ids: [item("1")] })).rejects.toThrow(Forbidden);
      const browser = await signedIn(ctx, (await makeStaff(ctx, "content")).id);
      for (const [path, body] of [
        ["publish", { items: [] }],
        ["publish", { items: [{ id: "news:1" }] }],
        ["take-off", { ids: ["1"] }],
      ] as const)
        expect((await browser.call(`POST content/${path}`, body)).status).toBe(422);
      expect(ctx.queued.filter(({ name }) => name === "tasks.run")).toEqual([]);
    });

    it("P-05 who may publish courses only publishes no story by it", async () => {
      const items = await drafts(1);
      const reem = ctx.asStaff("training", { id: (await makeStaff(ctx, "training")).id });
      const { id } = await startPublishing(reem, { items });
      await runQueuedTasks(ctx, kinds);
      expect(await readTask(reem, { id })).toMatchObject({ state: "done", done: 0, failed: 1 });
      expect(await onSite()).toEqual([]);
    });
  });

  it("P-05 P-20 all are published but the unfinished one and the one that was saved since, which are named", async () => {
    const items = await drafts(12);
    const rewrite = async (n: number, title: string) => {
      const id = items.find((one) => one.title === `Story ${n}`)?.id.entityId ?? "";
      await saveDraft(faris, buildDraft(id, { slug: `story-${n}`, title_eng: title }, 1));
      return id;
    };
    const untitled = await rewrite(4, "");
    await rewrite(8, "Story 8, longer");
    // The list was read again after the first and not after the second.
    const asShown = items.map((one) => (one.id.entityId === untitled ? { ...one, version: 2 } : one));
    const { id } = await startPublishing(faris, { items: asShown });
    await runQueuedTasks(ctx, kinds);
    const task = await readTask(faris, { id });
    expect(task).toMatchObject({ state: "done", total: 12, done: 10, failed: 2 });
    const why = new Map(task.failures.map((failure) => [failure.what, failure.why_eng]));
    expect(why.get("Story 4")).toContain("incomplete");
    expect(why.get("Story 8")).toContain("changed");
    expect(await onSite()).toHaveLength(10);
    expect(await readEvents("content.published")).toHaveLength(10);
  });

  it("P-05 P-20 all are taken off; what is not on the site is named; the log has each", async () => {
    const items = await drafts(7);
    await startPublishing(faris, { items: items.slice(1) });
    await runQueuedTasks(ctx, kinds);
    const { id } = await startTakingOff(faris, { ids: items.map((one) => one.id) });
    await runQueuedTasks(ctx, kinds);
    expect(await readTask(faris, { id })).toMatchObject({
      state: "done",
      done: 6,
      failed: 1,
      failures: [{ what: "Story 1" }],
    });
    expect(await onSite()).toEqual([]);
    expect(await readEvents("content.taken-off")).toHaveLength(6);
  });
});
