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
  /** The id of a story that stood on the site before anyone edited it. */
  let entityId: string;
  beforeEach(async () => {
    ctx = testContext(await open()).asStaff("content");
    entityId = await storyOnSite(ctx);
  });

  const draft = (data: object, version: number, more: Partial<DraftInput> = {}) =>
    buildDraft(entityId, data, version, more);
  const item = () => ({ entity: "news" as const, entityId });
  const gaps = async () =>
    (await listArabicGaps(ctx, { page: 1, perPage: 25, sort: "entity", order: "asc", filter: {} })).data;
  it("P-08 what is missing or behind in Arabic is listed, edited or not", async () => {
    await ctx.db.insert(tables.faqs).values({ position: 1, heading_eng: "Why?", description_eng: "<p>So.</p>" });
    await saveDraft(ctx, draft({ title_eng: "New" }, 0));
    await saveDraft(ctx, { entity: "banner", entityId: null, data: { title_eng: "Slide", image: "s" }, version: 0 });
    expect(await gaps()).toMatchObject([
      { entity: "banner", title: "Slide", state: "missing", missing: ["title"] },
      { entity: "faq", title: "Why?", state: "missing", missing: ["heading", "description"] },
      { id: `news:${entityId}`, entity: "news", title: "New", state: "stale", missing: [], stale: ["title"] },
    ]);
    // An editor has read it and confirms it.
    await saveDraft(ctx, draft({ title_eng: "New" }, 2, { arabicConfirmed: ["title"] }));
    expect((await gaps()).map(({ entity }) => entity)).toEqual(["banner", "faq"]);
  });

  it("CT-01 a deleted draft that was never published is listed, named in the audit log, and can be restored", async () => {
    const query = { page: 1, perPage: 25, sort: "trashed_at", order: "desc", filter: {} } as const;
    const story = { title_eng: "Notes from the simulation room", title_ar: "ملاحظات" };
    const made = await saveDraft(ctx, { entity: "news", entityId: null, data: story, version: 0 });
    // Negative control: what is on the site is no deleted draft once its draft is discarded.
    const siteDraft = await saveDraft(ctx, draft({ title_eng: "New" }, 0));
    await discardDraft(ctx, { id: siteDraft.id, version: 2 });
    expect((await listTrash(ctx, query)).data).toEqual([]);
    await discardDraft(ctx, { id: made.id, version: 1 });
    const { data } = await listTrash(ctx, query);
    expect(data).toMatchObject([
      { id: made.id, entity: "news", title: story.title_eng, title_ar: "ملاحظات", version: 2 },
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
    await restoreRevision(ctx, { id: made.id, version: 2 });
    expect((await listTrash(ctx, query)).data).toEqual([]);
    expect((await editableContent(ctx, made)).title.eng).toBe(story.title_eng);
  });

  it("P-04 every change is in the audit log: who, what, which, before and after", async () => {
    const { id } = await saveDraft(ctx, draft({ title_eng: "New" }, 0));
    const publishAt = new Date(Math.ceil(ctx.now().getTime() / 60_000) * 60_000 + 60_000);
    await scheduleRevision(ctx, { id, version: 2, publishAt });
    await cancelSchedule(ctx, { id });
    const preview = await createPreview(ctx, { id });
    await revokePreview(ctx, { id: preview.id });
    await publishRevision(ctx, { id, version: 2 });
    const restored = await restoreRevision(ctx, { id, version: 2 });
    await discardDraft(ctx, { id: restored.id, version: 3 });
    await unpublishItem(ctx, item());
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
    // A key is nowhere but in its link.
    expect(JSON.stringify(events)).not.toContain(preview.path.split("=")[1]);
  });
});
