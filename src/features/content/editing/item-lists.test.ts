import { beforeEach, describe, expect, it } from "vitest";
import { Forbidden, NotFound, Unauthenticated } from "#platform/errors.ts";
import { searchText } from "#platform/http/fields.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { buildDraft, listAllRevisions, story, storyOnSite } from "#test/story.ts";
import { makeStaff } from "#test/staff.ts";
import { editableContent, englishChanges } from "./editable.server.ts";
import { countItems, listItems, type ItemFilter } from "./items.server.ts";
import { publishRevision, republishItem, scheduleRevision, unpublishItem } from "./publish.server.ts";
import { saveSeparately, saveDraft } from "./revisions.server.ts";

describeOnDatabase("lists of content", (open) => {
  let ctx: TestCtx;
  let owner: TestCtx;
  let visitor: TestCtx;
  let item: { entity: "news"; entityId: string };
  beforeEach(async () => {
    visitor = testContext(await open());
    const { id } = await makeStaff(visitor, "content");
    ctx = visitor.asStaff("content", { id });
    owner = visitor.asStaff("owner");
    item = { entity: "news", entityId: await storyOnSite(visitor) };
  });
  const save = (data: object, version: number, who = ctx) => saveDraft(who, buildDraft(item.entityId, data, version));
  const saveNew = (slug: string, more: object = {}) =>
    saveDraft(ctx, { entity: "news", entityId: null, version: 0, data: { ...story, slug, title_eng: slug, ...more } });

  describe("refusals", () => {
    it("P-03 rejects those who may not read or write", async () => {
      await expect(countItems(visitor)).rejects.toThrow(Unauthenticated);
      await expect(englishChanges(visitor, item)).rejects.toThrow(Unauthenticated);
      const separate = { ...item, data: story, note: "" };
      await expect(saveSeparately(visitor, separate)).rejects.toThrow(Unauthenticated);
      await expect(saveSeparately(visitor.asStaff("training"), separate)).rejects.toThrow(Forbidden);
    });

    it("rejects an unknown item; Arabic that is up to date has no English changes", async () => {
      await expect(englishChanges(ctx, { entity: "news", entityId: "4711" })).rejects.toThrow(NotFound);
      expect(await englishChanges(ctx, item)).toEqual([]);
      await save({ title_eng: "New", title_ar: "جديد" }, 0);
      expect(await englishChanges(ctx, item)).toEqual([]);
      await expect(saveSeparately(ctx, { entity: "news", entityId: "4711", data: story, note: "" })).rejects.toThrow(
        NotFound,
      );
    });
  });

  it("CT-31 an unedited text has no edit date, also after being unpublished and republished", async () => {
    const listEdits = async () => {
      const { data } = await listItems(ctx, {
        page: 1,
        perPage: 25,
        sort: "id",
        order: "asc",
        filter: { entity: "news" },
      });
      return data.map(({ entity_id, onSite, savedAt, author }) => [entity_id, onSite, savedAt, author]);
    };
    expect(await listEdits()).toEqual([[item.entityId, true, null, null]]);
    await unpublishItem(ctx, item);
    expect(await listEdits()).toEqual([[item.entityId, false, null, null]]);
    await republishItem(ctx, item);
    expect(await listEdits()).toEqual([[item.entityId, true, null, null]]);
  });

  it("P-08 a search with any dash finds a title with another dash, and nothing else", async () => {
    await saveNew("follow-up", { title_eng: "Follow\u2013up" });
    await saveNew("follow-up-again", { title_eng: "Follow up again" });
    const filter = { entity: "news", q: searchText().parse("follow\u2011UP") } as const;
    const { data } = await listItems(ctx, { page: 1, perPage: 25, sort: "title", order: "asc", filter });
    expect(data.map(({ title }) => title)).toEqual(["Follow\u2013up"]);
  });

  it("P-08 filters by each view, counts the views of a kind, and searches Arabic titles too", async () => {
    await save({ title_eng: "Changed" }, 0);
    const publishAt = new Date(Math.ceil(ctx.now().getTime() / 60_000) * 60_000 + 60_000);
    await scheduleRevision(ctx, { ...(await saveNew("scheduled", { title_ar: "" })), publishAt });
    const off = await saveNew("off", { title_ar: "بعيد" });
    await publishRevision(ctx, off);
    await unpublishItem(ctx, off);
    await saveNew("never");
    const listTitles = async (filter: ItemFilter) => {
      const query = { page: 1, perPage: 25, sort: "title", order: "asc", filter } as const;
      return (await listItems(ctx, { ...query, filter: { entity: "news", ...filter } })).data.map(({ title }) => title);
    };
    expect(await listTitles({ view: "draft" })).toEqual(["Changed"]);
    expect(await listTitles({ view: "scheduled" })).toEqual(["scheduled"]);
    expect(await listTitles({ view: "off-site" })).toEqual(["off"]);
    expect(await listTitles({ view: "never-published" })).toEqual(["never", "scheduled"]);
    expect(await listTitles({ view: "arabic" })).toEqual(["Changed", "scheduled"]);
    expect(await listTitles({ q: "بعيد" })).toEqual(["off"]);
    const counts = (await countItems(ctx)).find(({ entity }) => entity === "news");
    expect(counts).toEqual({
      entity: "news",
      all: 4,
      draft: 1,
      scheduled: 1,
      "off-site": 1,
      "never-published": 2,
      arabic: 2,
      missing: 1,
      stale: 1,
    });
  });

  it("P-08 shows what changed in English since the Arabic was up to date, when and by whom", async () => {
    await save({ title_eng: "Second", title_ar: "ثانٍ" }, 0);
    ctx.clock.now = new Date(ctx.now().getTime() + 60_000);
    await save({ title_eng: "Third", title_ar: "ثانٍ" }, 2, owner);
    const changedAt = ctx.now();
    const content = await editableContent(ctx, item);
    expect(content.language).toEqual({ state: "stale", missing: [], stale: ["title"] });
    expect(content.englishChangedAt).toEqual({ title: changedAt });
    expect(await englishChanges(ctx, item)).toEqual([
      {
        field: "title",
        changedAt,
        authorName: null,
        changes: [{ field: "title", language: "eng", before: "Second", after: "Third" }],
      },
    ]);
  });

  it("P-06 names who saved first, and stores the other text separately", async () => {
    await save({ title_eng: "Theirs" }, 0);
    const conflict = save({ title_eng: "Mine" }, 1, owner);
    await expect(conflict).rejects.toMatchObject({
      texts: { current: { authorName: expect.stringMatching(/^Colleague \d+$/), version: 2 } },
    });
    await saveSeparately(owner, { ...item, data: { ...story, title_eng: "Mine" }, note: "Apart" });
    const { data, version, revision, authorName } = await editableContent(ctx, item);
    expect([version, revision?.version, authorName]).toEqual([3, 2, expect.stringMatching(/^Colleague \d+$/)]);
    expect(data).toMatchObject({ title_eng: "Theirs" });
    expect((await listAllRevisions(ctx, item)).map(({ version, state, note }) => [version, state, note])).toEqual([
      [3, "replaced", "Apart"],
      [2, "draft", ""],
      [1, "published", ""],
    ]);
    await publishRevision(ctx, { id: revision?.id ?? 0, version: 2 });
    expect((await editableContent(ctx, item)).changed).toEqual([]);
  });
});
