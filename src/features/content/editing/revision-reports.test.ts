import { beforeEach, expect, it } from "vitest";
import { auditEvents } from "#platform/tables.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { buildDraft, storyOnSite } from "#test/story.ts";
import { listNamedAudit } from "#site/audit/audit-records.server.ts";
import * as tables from "#features/content/tables.server.ts";
import { listArabicGaps } from "./arabic-gaps.server.ts";
import { listTrash } from "./trash.server.ts";
import { editableContent } from "./editable.server.ts";
import { createPreview, revokePreview } from "./preview.server.ts";
import { cancelSchedule, publishRevision, scheduleRevision, unpublishItem } from "./publish.server.ts";
import { discardDraft, restoreRevision, saveDraft, type DraftInput } from "./revisions.server.ts";

describeOnDatabase("reports on revisions", (open) => {
  let ctx: TestCtx;
  /** Id of a story that was on the site before anyone edited it. */
  let entityId: string;
  beforeEach(async () => {
    ctx = testContext(await open()).asStaff("content");
    entityId = await storyOnSite(ctx);
  });

  const storyDraft = (data: object, version: number, options: Partial<DraftInput> = {}) =>
    buildDraft(entityId, data, version, options);
  const storyItem = () => ({ entity: "news" as const, entityId });
  const listGaps = async () =>
    (await listArabicGaps(ctx, { page: 1, perPage: 25, sort: "entity", order: "asc", filter: {} })).data;
  it("P-08 lists missing and stale Arabic, also of items that nobody has edited", async () => {
    await ctx.db.insert(tables.faqs).values({ position: 1, heading_eng: "Why?", description_eng: "<p>So.</p>" });
    await saveDraft(ctx, storyDraft({ title_eng: "New" }, 0));
    await saveDraft(ctx, { entity: "banner", entityId: null, data: { title_eng: "Slide", image: "s" }, version: 0 });
    expect(await listGaps()).toMatchObject([
      { entity: "banner", title: "Slide", state: "missing", missing: ["title"] },
      { entity: "faq", title: "Why?", state: "missing", missing: ["heading", "description"] },
      { id: `news:${entityId}`, entity: "news", title: "New", state: "stale", missing: [], stale: ["title"] },
    ]);
    // An editor confirms that the Arabic text is up to date.
    await saveDraft(ctx, storyDraft({ title_eng: "New" }, 2, { arabicConfirmed: ["title"] }));
    expect((await listGaps()).map(({ entity }) => entity)).toEqual(["banner", "faq"]);
  });

  it("CT-01 lists a deleted draft that was never published, names it in the audit log, and restores it", async () => {
    const query = { page: 1, perPage: 25, sort: "trashed_at", order: "desc", filter: {} } as const;
    const story = { title_eng: "Notes from the simulation room", title_ar: "ملاحظات" };
    const created = await saveDraft(ctx, { entity: "news", entityId: null, data: story, version: 0 });
    // Negative control: discarding the draft of a published item does not list it as deleted.
    const siteDraft = await saveDraft(ctx, storyDraft({ title_eng: "New" }, 0));
    await discardDraft(ctx, { id: siteDraft.id, version: 2 });
    expect((await listTrash(ctx, query)).data).toEqual([]);
    await discardDraft(ctx, { id: created.id, version: 1 });
    const { data } = await listTrash(ctx, query);
    expect(data).toMatchObject([
      { id: created.id, entity: "news", title: story.title_eng, title_ar: "ملاحظات", version: 2 },
    ]);
    expect(await listTrash(ctx, { ...query, filter: { entity: "course" } })).toMatchObject({
      data: [],
      total: 0,
    });
    const owner = ctx.asStaff("owner");
    const log = await listNamedAudit(owner, { page: 1, perPage: 2, sort: "id", order: "desc", filter: {} });
    expect(log.data).toMatchObject([
      { action: "content.deleted", record: { eng: story.title_eng, ar: "ملاحظات" }, before: { title: story.title_eng } },
      { action: "content.discarded", record: { eng: "A story" } },
    ]);
    await restoreRevision(ctx, { id: created.id, version: 2 });
    expect((await listTrash(ctx, query)).data).toEqual([]);
    expect((await editableContent(ctx, created)).title.eng).toBe(story.title_eng);
  });

  it("P-04 records every change in the audit log: actor, action, item, before and after", async () => {
    const { id } = await saveDraft(ctx, storyDraft({ title_eng: "New" }, 0));
    const publishAt = new Date(Math.ceil(ctx.now().getTime() / 60_000) * 60_000 + 60_000);
    await scheduleRevision(ctx, { id, version: 2, publishAt });
    await cancelSchedule(ctx, { id });
    const preview = await createPreview(ctx, { id });
    await revokePreview(ctx, { id: preview.id });
    await publishRevision(ctx, { id, version: 2 });
    const restored = await restoreRevision(ctx, { id, version: 2 });
    await discardDraft(ctx, { id: restored.id, version: 3 });
    await unpublishItem(ctx, storyItem());
    const events = await ctx.db.select().from(auditEvents).orderBy(auditEvents.id);
    expect(events.map(({ action }) => action)).toEqual([
      "content.saved",
      "content.scheduled",
      "content.unscheduled",
      "content.previewed",
      "content.preview-revoked",
      "content.published",
      "content.restored",
      "content.discarded",
      "content.taken-off",
    ]);
    for (const event of events) expect(event).toMatchObject({ entity: "news", entityId, actorId: "staff-content" });
    expect(events[0]).toMatchObject({ before: { version: 1 }, after: { revision: id, version: 2, fields: ["title"] } });
    expect(events[5]).toMatchObject({ before: { version: 1 }, after: { revision: id, version: 2, fields: ["title"] } });
    // The key of a preview is only in its link.
    expect(JSON.stringify(events)).not.toContain(preview.path.split("=")[1]);
  });
});
