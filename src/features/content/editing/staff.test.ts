/** Content through the staff API: rejections, then from the first save to restoring an old text. */
import { beforeEach, describe, expect, it } from "vitest";
import { newsItem } from "#features/content/news.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { makeStaff, signedIn, type StaffAnswer, type StaffBrowser } from "#test/staff.ts";
import { story, storyOnSite } from "#test/story.ts";
import { withPreview } from "./preview.server.ts";

type Body = Record<string, unknown>;

describeOnDatabase("content in the staff's API", (open) => {
  let ctx: TestCtx;
  let editor: StaffBrowser;
  let path: string;
  beforeEach(async () => {
    ctx = testContext(await open());
    path = `content/news:${await storyOnSite(ctx)}`;
    editor = await signInAs("content");
  });
  const signInAs = async (role: Parameters<typeof makeStaff>[1]) => signedIn(ctx, (await makeStaff(ctx, role)).id);
  const save = (browser: StaffBrowser, data: Body, version: number, more: Body = {}) =>
    browser.call(`PUT ${path}`, { data: { ...story, ...data }, version, ...more });
  const getRevisionId = ({ body }: StaffAnswer) => Number(body["revisionId"]);
  const readShownTitle = async () => (await newsItem(ctx, "a-story")).title_eng;

  describe("refusals", () => {
    it("P-03 403 for every change of a story without its permission, and changes nothing", async () => {
      const { body } = await save(editor, { title_eng: "Draft" }, 0);
      const id = body["revisionId"];
      const { body: preview } = await editor.call(`POST revisions/${id}/preview`);
      const training = await signInAs("training");
      const publishAt = new Date(Math.ceil(ctx.now().getTime() / 60_000) * 60_000 + 60_000).toISOString();
      const requests: [string, Body][] = [
        [`PUT ${path}`, { data: story, version: 2 }],
        ["POST content", { entity: "news", data: { ...story, slug: "another" } }],
        [`DELETE ${path}`, {}],
        [`POST revisions/${id}/publish`, { version: 2 }],
        [`POST revisions/${id}/schedule`, { version: 2, publishAt }],
        [`DELETE revisions/${id}/schedule`, {}],
        [`POST revisions/${id}/discard`, { version: 2 }],
        [`POST revisions/${id}/restore`, { version: 2 }],
        [`POST revisions/${id}/preview`, {}],
        [`DELETE previews/${String(preview["id"])}`, {}],
      ];
      for (const [name, input] of requests) expect((await training.call(name, input)).status, name).toBe(403);
      const { body: after } = await editor.call(`GET ${path}`);
      expect([after["version"], after["state"], await readShownTitle()]).toEqual([2, "draft", "A story"]);
    });

    it("P-03 a role that may write courses creates one", async () => {
      const training = await signInAs("training");
      const made = await training.call("POST content", { entity: "course", data: { name_eng: "New course" } });
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({ entity: "course", state: "draft", data: { name_eng: "New course" } });
    });

    it("P-06 409 with both texts when someone else saved since", async () => {
      await save(editor, { title_eng: "Mine" }, 0);
      const late = await save(await signInAs("owner"), { title_eng: "Theirs" }, 1);
      expect(late.status).toBe(409);
      expect(late.body).toMatchObject({
        current: { version: 2, data: { title_eng: "Mine" } },
        yours: { title_eng: "Theirs" },
      });
      const { body } = await editor.call(`GET ${path}`);
      const stale = await editor.call(`POST revisions/${String(body["revisionId"])}/publish`, { version: 1 });
      expect([stale.status, await readShownTitle()]).toEqual([409, "A story"]);
    });

    it("409 for unscheduling, publishing or discarding in the wrong state, and unpublishing what is always on the site", async () => {
      const saved = await save(editor, { title_eng: "New" }, 0);
      const id = getRevisionId(saved);
      expect((await editor.call(`DELETE revisions/${id}/schedule`)).status).toBe(409);
      expect((await editor.call(`POST revisions/${id}/publish`, { version: 2 })).status).toBe(200);
      expect((await editor.call(`POST revisions/${id}/publish`, { version: 2 })).status).toBe(409);
      expect((await editor.call(`POST revisions/${id}/discard`, { version: 2 })).status).toBe(409);
      expect((await editor.call("DELETE content/featured:home")).status).toBe(409);
    });

    it("422 with the field: invalid ones in a draft, missing ones when publishing", async () => {
      const fields = ({ status, body }: StaffAnswer) => [status, Object.keys(body)];
      expect(fields(await save(editor, { slug: "No Slug" }, 0))).toEqual([422, ["slug"]]);
      expect(fields(await save(editor, { other: 1 }, 0))).toEqual([422, ["other"]]);
      expect(fields(await editor.call(`PUT ${path}`, { data: "text", version: 0 }))).toEqual([422, ["data"]]);
      expect(fields(await editor.call(`PUT ${path}`, { data: story, version: -1 }))).toEqual([422, ["version"]]);
      expect(fields(await editor.call("POST content", { entity: "user", data: {} }))).toEqual([422, ["entity"]]);
      const id = getRevisionId(await save(editor, { title_eng: "" }, 0));
      expect(fields(await editor.call(`POST revisions/${id}/publish`, { version: 2 }))).toEqual([422, ["title_eng"]]);
      const wrong = (publishAt: string) => editor.call(`POST revisions/${id}/schedule`, { version: 2, publishAt });
      for (const at of ["2000-01-01T00:00:00Z", "tomorrow", "2100-01-01T00:00:30Z"])
        expect(fields(await wrong(at)), at).toEqual([422, ["publishAt"]]);
      expect(fields(await editor.call(`GET revisions/${id}/differences`, { before: "x" }))).toEqual([422, ["before"]]);
    });

    it("accepts texts about as long as the fields allow in both languages, and gives 413 for far longer ones", async () => {
      const longest = { body_eng: `<p>${"a".repeat(59_000)}</p>`, body_ar: `<p>${"ع".repeat(59_000)}</p>` };
      expect((await save(editor, longest, 0)).status).toBe(200);
      expect((await save(editor, { body_eng: "a".repeat(600_000) }, 2)).status).toBe(413);
    });
  });

  it("P-06 P-07 a text is saved, previewed, published and restored", async () => {
    const { body: before } = await editor.call(`GET ${path}`);
    expect(before).toMatchObject({ version: 0, state: "published", revisionId: null, onSite: true });

    const saved = await save(editor, { title_eng: "New" }, 0, { note: "A better title" });
    expect(saved.body).toMatchObject({ version: 2, state: "draft", arabic: { state: "stale", stale: ["title"] } });
    const id = getRevisionId(saved);
    expect(await readShownTitle()).toBe("A story");

    const preview = await editor.call(`POST revisions/${id}/preview`);
    const key = String(preview.body["path"]).split("preview=")[1] ?? "";
    const inPreview = () => withPreview(ctx, key, async (ctx) => (await newsItem(ctx, "a-story")).title_eng);
    expect([preview.status, await inPreview(), await readShownTitle()]).toEqual([201, "New", "A story"]);

    const differences = await editor.call(`GET revisions/${id}/differences`);
    const change = { field: "title", language: "eng", before: "A story", after: "New" };
    expect(differences.body).toEqual({ data: [change] });

    const published = await editor.call(`POST revisions/${id}/publish`, { version: 2 });
    expect([published.status, published.body["state"], await readShownTitle()]).toEqual([200, "published", "New"]);
    expect((await editor.call(`DELETE previews/${String(preview.body["id"])}`)).status).toBe(200);
    expect(await inPreview()).toBeNull();

    const item = path.replace("content/", "");
    const history = await editor.call("GET revisions", { item, sort: "-version" });
    const versions = history.body["data"] as Body[];
    expect(versions.map(({ version, state, note }) => [version, state, note])).toEqual([
      [2, "published", "A better title"],
      [1, "replaced", ""],
    ]);
    const restored = await editor.call(`POST revisions/${String(versions[1]?.["id"])}/restore`, { version: 2 });
    expect([restored.status, restored.body["version"], restored.body["state"]]).toEqual([201, 3, "draft"]);
    await editor.call(`POST revisions/${String(restored.body["id"])}/publish`, { version: 3 });
    expect(await readShownTitle()).toBe("A story");
  });

  it("schedules and unschedules, discards the draft, and unpublishes the story", async () => {
    const id = getRevisionId(await save(editor, { title_eng: "New" }, 0));
    const publishAt = "2100-01-01T00:00:00.000Z";
    const scheduled = await editor.call(`POST revisions/${id}/schedule`, { version: 2, publishAt });
    expect(scheduled.body).toMatchObject({ state: "scheduled", publishAt });
    const due = await editor.call("GET revisions", { state: "scheduled" });
    expect(due.body).toMatchObject({ total: 1, data: [{ id }] });
    expect((await editor.call(`DELETE revisions/${id}/schedule`)).body["state"]).toBe("draft");
    expect((await editor.call(`POST revisions/${id}/discard`, { version: 2 })).body["state"]).toBe("replaced");
    const off = await editor.call(`DELETE ${path}`);
    expect([off.status, off.body["onSite"], off.body["state"]]).toEqual([200, false, "draft"]);
  });

  it("P-08 lists items, outdated Arabic and redirects, by page, sort and filter", async () => {
    await save(editor, { title_eng: "Bees", slug: "moved" }, 0);
    await editor.call("POST content", { entity: "news", data: { ...story, slug: "ants", title_eng: "Ants" } });
    const list = async (name: string, query: Record<string, string> = {}) => {
      const { body } = await editor.call(`GET ${name}`, query);
      return body as { data: Body[]; total: number };
    };
    const titles = async (query: Record<string, string>) =>
      (await list("content", query)).data.map(({ title }) => title);
    expect(await titles({ entity: "news", sort: "title" })).toEqual(["Ants", "Bees"]);
    expect(await titles({ entity: "news", sort: "title", per_page: "1", page: "2" })).toEqual(["Bees"]);
    expect(await titles({ q: "ANT" })).toEqual(["Ants"]);
    expect(await titles({ entity: "news", arabic: "stale" })).toEqual(["Bees"]);
    expect((await list("content", { entity: "news", per_page: "1" })).total).toBe(2);
    expect(await list("arabic-gaps", { state: "stale" })).toMatchObject({
      total: 1,
      data: [{ id: path.replace("content/", ""), title: "Bees", stale: ["title"] }],
    });
    const { body } = await editor.call(`GET ${path}`);
    await editor.call(`POST revisions/${String(body["revisionId"])}/publish`, { version: 2 });
    expect((await list("redirects")).data).toMatchObject([{ id: "/news/a-story", to: "/news/moved" }]);
    expect((await list("redirects", { q: "nothing" })).total).toBe(0);
  });
});
