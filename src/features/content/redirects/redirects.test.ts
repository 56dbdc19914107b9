import fc from "fast-check";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { Forbidden, NotFound } from "#platform/errors.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { makeCourse, makeRun } from "#db/factories/course.ts";
import { findLinkTargets, requireLiveLinks } from "#features/content/redirects/link-targets.server.ts";
import { redirectMoved, addRedirect, removeRedirect } from "#features/content/redirects/redirect-list.server.ts";
import { news, pageMetas, redirects } from "#features/content/tables.server.ts";
import {
  publishRevision,
  publishScheduled,
  scheduleRevision,
  unpublishItem,
} from "#features/content/editing/publish.server.ts";
import { editableContent } from "#features/content/editing/editable.server.ts";
import { saveDraft } from "#features/content/editing/revisions.server.ts";

const storyData = (slug: string) => ({ slug, title_eng: "T", excerpt_eng: "E", body_eng: "<p>B</p>", image: "i" });

describeOnDatabase("redirects", (open) => {
  let ctx: TestCtx;
  beforeEach(async () => {
    ctx = testContext(await open()).asStaff("owner");
  });

  async function publishStory(slug: string, entityId: string | null = null): Promise<string> {
    const version = entityId ? (await editableContent(ctx, { entity: "news", entityId })).version : 0;
    const draft = await saveDraft(ctx, { entity: "news", entityId, data: storyData(slug), version });
    await publishRevision(ctx, draft);
    return draft.entityId;
  }
  /** Where an address redirects to, or null. */
  async function readRedirect(address: string, locale: "en" | "ar" = "en"): Promise<string | null> {
    const thrown: unknown = await redirectMoved({ ...ctx, locale }, new URL(address, "https://nama.example")).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (!(thrown instanceof Response)) return null;
    expect(thrown.status).toBe(301);
    return thrown.headers.get("location");
  }

  describe("refusals", () => {
    it("P-07 a draft and a page that keeps its address create no redirect", async () => {
      const entityId = await publishStory("one");
      await saveDraft(ctx, { entity: "news", entityId, data: storyData("two"), version: 1 });
      expect(await readRedirect("/news/one")).toBe(null);
      expect(await readRedirect("/news/%00")).toBe(null);
      expect(await ctx.db.$count(redirects)).toBe(0);
    });

    it("P-07 rejects a redirect from a page, in a loop, off the site, or without permission", async () => {
      await publishStory("one");
      const add = (from: string, to: string, staff = ctx) => addRedirect(staff, { from, to });
      const fieldError = (name: string) => ({ fields: { [name]: [expect.any(String)] } });
      await expect(add("/news/one", "/news")).rejects.toMatchObject(fieldError("from"));
      await add("/old", "/news/one");
      await expect(add("/news/two", "/old")).resolves.toMatchObject({ to: "/news/one" });
      await expect(add("/away", "/away")).rejects.toMatchObject(fieldError("to"));
      for (const wrong of ["old", "//evil.example", "https://evil.example", "/a?b=c", "/\\evil", "/api/x", "/staff"])
        await expect(add("/from", wrong), wrong).rejects.toMatchObject(fieldError("to"));
      for (const nowhere of ["/nowhere", "/news/none", `/media/u/${"0".repeat(32)}/a.pdf`])
        await expect(add("/from", nowhere), `CT-18 ${nowhere}`).rejects.toMatchObject(fieldError("to"));
      await expect(add("/from", "/to", ctx.asStaff("training"))).rejects.toThrow(Forbidden);
      await expect(removeRedirect(ctx.asStaff("training"), { id: "/old" })).rejects.toThrow(Forbidden);
      await expect(removeRedirect(ctx, { id: "/none" })).rejects.toThrow(NotFound);
    });

    it("the database rejects a path that redirects to itself", async () => {
      const row = { fromPath: "/a", toPath: "/a", createdAt: ctx.now() };
      await expect(ctx.db.insert(redirects).values(row)).rejects.toThrow();
    });
  });

  it("CT-18 finds link targets by title in either language or by path, and recognises dead addresses", async () => {
    await publishStory("one");
    const course = await makeCourse(ctx.db, { name_eng: "Safe handover – basics", name_ar: "التسليم الآمن" });
    const hidden = await makeCourse(ctx.db, { name_eng: "Handover without a date" });
    await makeRun(ctx.db, course.id);
    await ctx.db.insert(pageMetas).values({
      type: "page",
      slug: "contact-us",
      title_eng: "Contact us",
      title_ar: "اتصل بنا",
      description_eng: "D",
    });
    const find = (q: string) => findLinkTargets(ctx, { q });
    const paths = async (q: string) => (await find(q)).data.map(({ kind, path }) => [kind, path]);
    expect(await paths("handover")).toEqual([["course", `/courses/${course.slug}`]]);
    // The search treats every dash as "-".
    expect(await paths("handover - basics")).toEqual([["course", `/courses/${course.slug}`]]);
    expect(await paths("التسليم")).toEqual([["course", `/courses/${course.slug}`]]);
    expect(await paths("contact")).toEqual([["page", "/contact-us"]]);
    expect(await paths("/ar/news/o")).toEqual([["news", "/news/one"]]);
    expect(await paths(" ")).toEqual([]);
    // Courses are listed first, but leave room for news.
    for (let n = 0; n < 17; n++) await makeRun(ctx.db, (await makeCourse(ctx.db, { name_eng: `One ${n}` })).id);
    const kinds = (await paths("one")).map(([kind]) => kind);
    expect(kinds).toEqual([...Array<string>(8).fill("course"), "news"]);
    for (const address of ["/contact-us", "/ar/contact-us/?a=b#c", `/courses/${course.slug}`, "/media/logo.svg"])
      expect((await find(address)).exists, address).toBe(true);
    for (const dead of ["contact-us", "/nowhere", `/courses/${hidden.slug}`, "//evil.example", "https://evil.example"])
      expect((await find(dead)).exists, dead).toBe(false);
    await expect(findLinkTargets({ ...ctx, actor: { kind: "visitor" } }, { q: "contact" })).rejects.toThrow();
  });

  describe("CT-18 a dead link within the site", () => {
    const link = (to: string) => `<p><a href="${to}">here</a></p>`;
    const saveStory = async (slug: string, body: string, otherFields: object = {}, entityId: string | null = null) => {
      const version = entityId ? (await editableContent(ctx, { entity: "news", entityId })).version : 0;
      return saveDraft(ctx, {
        entity: "news",
        entityId,
        data: { ...storyData(slug), body_eng: body, ...otherFields },
        version,
      });
    };
    const later = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 600_000);

    it("is rejected at its field in either language, when publishing and scheduling", async () => {
      const dead = await saveStory("one", link("/courses/nonexistent-page"), { body_ar: link("/news/none?a=b") });
      const refusal = {
        fields: {
          body_eng: [expect.stringContaining("/courses/nonexistent-page")],
          body_ar: [expect.stringContaining("/ar/news/none")],
        },
      };
      await expect(publishRevision(ctx, dead)).rejects.toMatchObject(refusal);
      await expect(scheduleRevision(ctx, { ...dead, publishAt: later })).rejects.toMatchObject(refusal);
      expect(await ctx.db.$count(news)).toBe(0);
    });

    it("is not a link to the page itself, another site, a moved page or a scheduled one", async () => {
      const entityId = await publishStory("old");
      await publishStory("new", entityId);
      await scheduleRevision(ctx, { ...(await saveStory("soon", "<p>B</p>")), publishAt: later });
      const body = ["/news/one#part", "https://nama.example/x", "/news/old", "/news/soon", "mailto:a@b.example"].map(
        link,
      );
      await publishRevision(ctx, await saveStory("one", body.join("")));
      await expect(readRedirect("/news/old")).resolves.toBe("/news/new");
    });

    it("CT-18 is rejected if it redirects to a removed page, in lists, and with the site's own origin", async () => {
      const entityId = await publishStory("old");
      await publishStory("new", entityId);
      await publishRevision(ctx, await saveStory("one", link("/news/old")));
      await unpublishItem(ctx, { entity: "news", entityId });
      // The address still redirects, but its story was removed.
      expect(await readRedirect("/news/old")).toBe("/news/new");
      const dead = await saveStory("two", link("/news/old"));
      await expect(publishRevision(ctx, dead)).rejects.toMatchObject({
        fields: { body_eng: [expect.stringContaining("/news/old")] },
      });
      expect((await findLinkTargets(ctx, { q: "/news/old" })).exists).toBe(false);
      const origin = new URL(ctx.env.BASE_URL).origin;
      const linkField = await saveStory("three", "<p>B</p>", { link: `${origin}/news/none` });
      await expect(publishRevision(ctx, linkField)).rejects.toMatchObject({
        fields: { link: [expect.stringContaining("/news/none")] },
      });
      await publishRevision(
        ctx,
        await saveStory("four", link(`${origin}/ar/news/one?a=b`), { link: `${origin}/news/one` }),
      );
      await publishRevision(ctx, await saveStory("five", "<p>B</p>", { link: "https://www.who.int/news" }));
      const lists = { data: { days: [{ items: [{ eng: "A" }, { eng: link("/nowhere"), ar: link("/news/one") }] }] } };
      await expect(requireLiveLinks(ctx, { ...lists, before: {}, ownPath: "/" })).rejects.toMatchObject({
        fields: { "days.0.items.1.eng": [expect.stringContaining("/nowhere")] },
      });
      await requireLiveLinks(ctx, { ...lists, before: lists.data, ownPath: "/" });
    });

    it("is accepted in a text that was published or scheduled before its target was removed", async () => {
      const targetId = await publishStory("other");
      const first = await saveStory("one", link("/news/other"));
      const planned = await saveStory("planned", link("/news/other"));
      await publishRevision(ctx, first);
      await scheduleRevision(ctx, { ...planned, publishAt: later });
      await unpublishItem(ctx, { entity: "news", entityId: targetId });
      const edited = await saveStory("one", `${link("/news/other")}<p>More</p>`, {}, first.entityId);
      await publishRevision(ctx, edited);
      await publishScheduled({ ...ctx, now: () => later });
      expect((await ctx.db.select({ slug: news.slug }).from(news)).map(({ slug }) => slug).toSorted()).toEqual([
        "one",
        "planned",
      ]);
    });
  });

  it("P-07 a manual redirect works at once, in both languages, until it is removed", async () => {
    await publishStory("one");
    await addRedirect(ctx, { from: "/ar/winter-campaign/", to: "/news/one" });
    expect(await readRedirect("/winter-campaign")).toBe("/news/one");
    expect(await readRedirect("/ar/winter-campaign", "ar")).toBe("/ar/news/one");
    await removeRedirect(ctx, { id: "/winter-campaign" });
    expect(await readRedirect("/winter-campaign")).toBe(null);
  });

  it("P-07 redirects a changed slug in both languages and keeps the query", async () => {
    const entityId = await publishStory("one");
    await publishStory("two", entityId);
    expect(await readRedirect("/news/one")).toBe("/news/two");
    expect(await readRedirect("/news/one/")).toBe("/news/two");
    expect(await readRedirect("/ar/news/one?utm_source=mail&x=1", "ar")).toBe("/ar/news/two?utm_source=mail&x=1");
    expect(await readRedirect("/news/two")).toBe(null);
  });

  it("P-07 shortens a chain to one step, avoids loops, and lets a new page reuse an old address", async () => {
    const entityId = await publishStory("one");
    for (const slug of ["two", "three"]) await publishStory(slug, entityId);
    expect([await readRedirect("/news/one"), await readRedirect("/news/two")]).toEqual(["/news/three", "/news/three"]);
    await publishStory("one", entityId);
    expect([
      await readRedirect("/news/one"),
      await readRedirect("/news/two"),
      await readRedirect("/news/three"),
    ]).toEqual([null, "/news/one", "/news/one"]);
    await publishStory("two");
    expect(await readRedirect("/news/two")).toBe(null);
  });

  it("P-07 after any renames, every old address redirects in one step to an existing page", async () => {
    const slugs = ["a", "b", "c", "d", "e", "f"];
    const moves = fc.array(fc.tuple(fc.nat({ max: 2 }), fc.constantFrom(...slugs)), { minLength: 4, maxLength: 12 });
    for (const renames of fc.sample(moves, { numRuns: 8, seed: 7 })) {
      await ctx.db.execute(sql`truncate news, content_revision, redirect cascade`);
      const ids = [await publishStory("x"), await publishStory("y"), await publishStory("z")];
      for (const [index, slug] of renames) {
        const [existing] = await ctx.db.select({ id: news.id }).from(news).where(eq(news.slug, slug));
        if (!existing) await publishStory(slug, ids[index]);
      }
      const pages = new Set((await ctx.db.select({ slug: news.slug }).from(news)).map(({ slug }) => `/news/${slug}`));
      for (const { fromPath, toPath } of await ctx.db.select().from(redirects)) {
        expect(pages.has(toPath), `${fromPath} redirects to ${toPath}`).toBe(true);
        expect(pages.has(fromPath), `${fromPath} is a page`).toBe(false);
      }
    }
  });
});
