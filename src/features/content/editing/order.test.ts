import { beforeEach, expect, it } from "vitest";
import { faqs as faqList } from "#features/content/pages.server.ts";
import { popularNews } from "#features/content/news.server.ts";
import { faqs, news } from "#features/content/tables.server.ts";
import { Conflict, Forbidden } from "#platform/errors.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { storyRow } from "#test/story.ts";
import { editableContent } from "./editable.server.ts";
import { listItems } from "./items.server.ts";
import { orderItems } from "./order.server.ts";
import { publishRevision } from "./publish.server.ts";
import { restoreRevision, saveDraft } from "./revisions.server.ts";

describeOnDatabase("the order of questions", (open) => {
  let ctx: TestCtx;
  let ids: string[];
  const order = (ids: string[]) => orderItems(ctx, { entity: "faq", ids });
  const headings = async () => (await faqList(ctx)).map((row) => row.heading_eng);
  const question = (heading: string) => ({ heading_eng: heading, description_eng: "<p>x</p>" });
  const readItem = (id: string) => editableContent(ctx, { entity: "faq", entityId: id });

  beforeEach(async () => {
    const visitor = testContext(await open());
    ctx = visitor.asStaff("owner");
    const rows = await ctx.db
      .insert(faqs)
      .values(["A", "B", "C"].map((heading, position) => ({ ...question(heading), position })))
      .returning({ id: faqs.id });
    ids = rows.map(({ id }) => String(id));
  });

  it("CT-19 rejects callers who may not publish, and kinds without an order", async () => {
    await expect(orderItems(ctx.asStaff("training"), { entity: "faq", ids })).rejects.toBeInstanceOf(Forbidden);
    await expect(orderItems(ctx, { entity: "course", ids })).rejects.toBeInstanceOf(Conflict);
    expect(await headings()).toEqual(["A", "B", "C"]);
  });

  it("CT-19 reorders at once without ties, and ignores unknown ids", async () => {
    const [a = "", b = "", c = ""] = ids;
    await order([c, "99999", a, b]);
    expect(await headings()).toEqual(["C", "A", "B"]);
  });

  it("CT-19 keeps a new order when a text opened before it is saved, or an old version is restored", async () => {
    const [a = "", b = "", c = ""] = ids;
    const { data, version } = await readItem(c);
    const first = await saveDraft(ctx, { entity: "faq", entityId: c, data: { ...data, heading_eng: "C2" }, version });
    await order([c, a, b]);
    const stale = { ...data, heading_eng: "C3", position: 2 };
    const saved = await saveDraft(ctx, { entity: "faq", entityId: c, data: stale, version: first.version });
    expect((await readItem(c)).changed).toEqual(["heading_eng"]);
    await publishRevision(ctx, saved);
    expect(await headings()).toEqual(["C3", "A", "B"]);
    const other = await saveDraft(ctx, {
      entity: "faq",
      entityId: a,
      data: { ...question("A2"), position: 9 },
      version: 0,
    });
    await order([b, a, c]);
    const restored = await restoreRevision(ctx, { id: other.id, version: other.version });
    await publishRevision(ctx, restored);
    expect(await headings()).toEqual(["B", "A2", "C3"]);
  });

  it("CT-19 orders popular stories separately; a new popular one is last, also among drafts", async () => {
    const story = (slug: string, popular_position: number | null) => ({ ...storyRow, slug, popular_position });
    const rows = await ctx.db
      .insert(news)
      .values([story("a", 1), story("b", 2), story("c", null)])
      .returning({ id: news.id });
    const [a = "", b = "", c = ""] = rows.map(({ id }) => String(id));
    const popular = async () => (await popularNews(ctx)).map(({ slug }) => slug);
    const save = async (entityId: string, values: object) => {
      const { data, version } = await editableContent(ctx, { entity: "news", entityId });
      return saveDraft(ctx, { entity: "news", entityId, data: { ...data, ...values }, version });
    };
    await orderItems(ctx, { entity: "news", ids: [c, b, a] });
    expect(await popular()).toEqual(["b", "a"]);
    const added = await save(c, { popular_position: 1 });
    expect(await popular()).toEqual(["b", "a"]);
    await publishRevision(ctx, added);
    expect(await popular()).toEqual(["b", "a", "c"]);
    const { data: lines } = await listItems(ctx, {
      filter: { entity: "news" },
      sort: "position",
      order: "asc",
      page: 1,
      perPage: 9,
    });
    expect(lines.map(({ entity_id }) => entity_id)).toEqual([b, a, c]);
    await publishRevision(ctx, await save(b, { popular_position: null }));
    expect(await popular()).toEqual(["a", "c"]);
  });

  it("CT-19 appends a new item", async () => {
    const made = await saveDraft(ctx, { entity: "faq", entityId: null, data: question("D"), version: 0 });
    await publishRevision(ctx, made);
    expect(await headings()).toEqual(["A", "B", "C", "D"]);
  });
});
