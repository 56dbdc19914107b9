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

const story = (slug: string) => ({ slug, title_eng: "T", excerpt_eng: "E", body_eng: "<p>B</p>", image: "i" });

describeOnDatabase("redirects", (open) => {
  let ctx: TestCtx;
  beforeEach(async () => {
    ctx = testContext(await open()).asStaff("owner");
  });

  async function write(slug: string, entityId: string | null = null): Promise<string> {
    const version = entityId ? (await editableContent(ctx, { entity: "news", entityId })).version : 0;
    const draft = await saveDraft(ctx, { entity: "news", entityId, data: story(slug), version });
    await publishRevision(ctx, draft);
    return draft.entityId;
  }
  /** Where an address leads: null when it leads nowhere else. */
  async function target(address: string, locale: "en" | "ar" = "en"): Promise<string | null> {
    const thrown: unknown = await redirectMoved({ ...ctx, locale }, new URL(address, "https://nama.example")).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (!(thrown instanceof Response)) return null;
    expect(thrown.status).toBe(301);
    return thrown.headers.get("location");
  }

  describe("refusals", () => {
    it("P-07 a draft, and a page that keeps its address, leave nothing", async () => {
      const entityId = await write("one");
      await saveDraft(ctx, { entity: "news", entityId, data: story("two"), version: 1 });
      expect(await target("/news/one")).toBe(null);
      expect(await target("/news/%00")).toBe(null);
      expect(await ctx.db.$count(redirects)).toBe(0);
    });

    it("P-07 by hand: not from a page, not in a circle, not out of the site, not without the permission", async () => {
      await write("one");
      const add = (from: string, to: string, who = ctx) => addRedirect(who, { from, to });
      const field = (name: string) => ({ fields: { [name]: [expect.any(String)] } });
      await expect(add("/news/one", "/news")).rejects.toMatchObject(field("from"));
      await add("/old", "/news/one");
      await expect(add("/news/two", "/old")).resolves.toMatchObject({ to: "/news/one" });
      await expect(add("/away", "/away")).rejects.toMatchObject(field("to"));
      for (const wrong of ["old", "//evil.example", "https://evil.example", "/a?b=c", "/\\evil", "/api/x", "/staff"])
        await expect(add("/from", wrong), wrong).rejects.toMatchObject(field("to"));
      for (const nowhere of ["/nowhere", "/news/none", `/media/u/${"0".repeat(32)}/a.pdf`])
        await expect(add("/from", nowhere), `CT-18 ${nowhere}`).rejects.toMatchObject(field("to"));
      await expect(add("/from", "/to", ctx.asStaff("training"))).rejects.toThrow(Forbidden);
      await expect(removeRedirect(ctx.asStaff("training"), { id: "/old" })).rejects.toThrow(Forbidden);
      await expect(removeRedirect(ctx, { id: "/none" })).rejects.toThrow(NotFound);
    });

    it("the database refuses a path that leads to itself", async () => {
      const row = { fromPath: "/a", toPath: "/a", createdAt: ctx.now() };
      await expect(ctx.db.insert(redirects).values(row)).rejects.toThrow();
    });
  });

  it("CT-18 a link is found by its title in either language or by its path, and a dead address is recognised", async () => {
    await write("one");
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
    // A search has "-" for every dash.
    expect(await paths("handover - basics")).toEqual([["course", `/courses/${course.slug}`]]);
    expect(await paths("التسليم")).toEqual([["course", `/courses/${course.slug}`]]);
    expect(await paths("contact")).toEqual([["page", "/contact-us"]]);
    expect(await paths("/ar/news/o")).toEqual([["news", "/news/one"]]);
    expect(await paths(" ")).toEqual([]);
    // Courses are listed first, and must not use up the places of stories.
    for (let n = 0; n < 17; n++) await makeRun(ctx.db, (await makeCourse(ctx.db, { name_eng: `One ${n}` })).id);
    const kinds = (await paths("one")).map(([kind]) => kind);
    expect(kinds).toEqual([...Array<string>(8).fill("course"), "news"]);
    for (const address of ["/contact-us", "/ar/contact-us/?a=b#c", `/courses/${course.slug}`, "/media/logo.svg"])
      expect((await find(address)).exists, address).toBe(true);
    for (const dead of ["contact-us", "/nowhere", `/courses/${hidden.slug}`, "//evil.example", "https://evil.example"])
      expect((await find(dead)).exists, dead).toBe(false);
    await expect(findLinkTargets({ ...ctx, actor: { kind: "visitor" } }, { q: "contact" })).rejects.toThrow();
  });

  describe("CT-18 a link that leads nowhere on this site", () => {
    const link = (to: string) => `<p><a href="${to}">here</a></p>`;
    const saved = async (slug: string, body: string, more: object = {}, entityId: string | null = null) => {
      const version = entityId ? (await editableContent(ctx, { entity: "news", entityId })).version : 0;
      return saveDraft(ctx, {
        entity: "news",
        entityId,
        data: { ...story(slug), body_eng: body, ...more },
        version,
      });
    };
    const later = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 600_000);

    it("is refused at its field, with the address, in either language, published or scheduled", async () => {
      const dead = await saved("one", link("/courses/nonexistent-page"), { body_ar: link("/news/none?a=b") });
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

    it("does not include links to the page itself, another site, a moved page or a scheduled one", async () => {
      const entityId = await write("old");
      await write("new", entityId);
      await scheduleRevision(ctx, { ...(await saved("soon", "<p>B</p>")), publishAt: later });
      const body = ["/news/one#part", "https://nama.example/x", "/news/old", "/news/soon", "mailto:a@b.example"].map(
        link,
      );
      await publishRevision(ctx, await saved("one", body.join("")));
      await expect(target("/news/old")).resolves.toBe("/news/new");
    });

    it("CT-18 is refused where a redirect leads to what is gone, in a list, and with the site's own origin", async () => {
      const entityId = await write("old");
      await write("new", entityId);
      const moved = await saved("one", link("/news/old"));
      await publishRevision(ctx, moved);
      await unpublishItem(ctx, { entity: "news", entityId });
      // The address still redirects, to a story that is not there.
      expect(await target("/news/old")).toBe("/news/new");
      const dead = await saved("two", link("/news/old"));
      await expect(publishRevision(ctx, dead)).rejects.toMatchObject({
        fields: { body_eng: [expect.stringContaining("/news/old")] },
      });
      expect((await findLinkTargets(ctx, { q: "/news/old" })).exists).toBe(false);
      const origin = new URL(ctx.env.BASE_URL).origin;
      const field = await saved("three", "<p>B</p>", { link: `${origin}/news/none` });
      await expect(publishRevision(ctx, field)).rejects.toMatchObject({
        fields: { link: [expect.stringContaining("/news/none")] },
      });
      await publishRevision(
        ctx,
        await saved("four", link(`${origin}/ar/news/one?a=b`), { link: `${origin}/news/one` }),
      );
      await publishRevision(ctx, await saved("five", "<p>B</p>", { link: "https://www.who.int/news" }));
      const lists = { data: { days: [{ items: [{ eng: "A" }, { eng: link("/nowhere"), ar: link("/news/one") }] }] } };
      await expect(requireLiveLinks(ctx, { ...lists, before: {}, ownPath: "/" })).rejects.toMatchObject({
        fields: { "days.0.items.1.eng": [expect.stringContaining("/nowhere")] },
      });
      await requireLiveLinks(ctx, { ...lists, before: lists.data, ownPath: "/" });
    });

    it("is accepted in a text that has it on the site already, and in one scheduled before its page was removed", async () => {
      const other = await write("other");
      const first = await saved("one", link("/news/other"));
      const planned = await saved("planned", link("/news/other"));
      await publishRevision(ctx, first);
      await scheduleRevision(ctx, { ...planned, publishAt: later });
      await unpublishItem(ctx, { entity: "news", entityId: other });
      const again = await saved("one", `${link("/news/other")}<p>More</p>`, {}, first.entityId);
      await publishRevision(ctx, again);
      await publishScheduled({ ...ctx, now: () => later });
      expect((await ctx.db.select({ slug: news.slug }).from(news)).map(({ slug }) => slug).toSorted()).toEqual([
        "one",
        "planned",
      ]);
    });
  });

  it("P-07 one written by hand leads on at once, in both languages, until it is removed", async () => {
    await write("one");
    await addRedirect(ctx, { from: "/ar/winter-campaign/", to: "/news/one" });
    expect(await target("/winter-campaign")).toBe("/news/one");
    expect(await target("/ar/winter-campaign", "ar")).toBe("/ar/news/one");
    await removeRedirect(ctx, { id: "/winter-campaign" });
    expect(await target("/winter-campaign")).toBe(null);
  });

  it("P-07 a changed slug leads to the new address in both languages, with the query", async () => {
    const entityId = await write("one");
    await write("two", entityId);
    expect(await target("/news/one")).toBe("/news/two");
    expect(await target("/news/one/")).toBe("/news/two");
    expect(await target("/ar/news/one?utm_source=mail&x=1", "ar")).toBe("/ar/news/two?utm_source=mail&x=1");
    expect(await target("/news/two")).toBe(null);
  });

  it("P-07 a chain is one step, there and back is no loop, and a new page on an old address is that page", async () => {
    const entityId = await write("one");
    for (const slug of ["two", "three"]) await write(slug, entityId);
    expect([await target("/news/one"), await target("/news/two")]).toEqual(["/news/three", "/news/three"]);
    await write("one", entityId);
    expect([await target("/news/one"), await target("/news/two"), await target("/news/three")]).toEqual([
      null,
      "/news/one",
      "/news/one",
    ]);
    await write("two");
    expect(await target("/news/two")).toBe(null);
  });

  it("P-07 whatever is renamed in whatever order, every old address leads in one step to a page that is there", async () => {
    const slugs = ["a", "b", "c", "d", "e", "f"];
    const moves = fc.array(fc.tuple(fc.nat({ max: 2 }), fc.constantFrom(...slugs)), { minLength: 4, maxLength: 12 });
    for (const renames of fc.sample(moves, { numRuns: 8, seed: 7 })) {
      await ctx.db.execute(sql`truncate news, content_revision, redirect cascade`);
      const ids = [await write("x"), await write("y"), await write("z")];
      for (const [at, slug] of renames) {
        const [there] = await ctx.db.select({ id: news.id }).from(news).where(eq(news.slug, slug));
        if (!there) await write(slug, ids[at]);
      }
      const pages = new Set((await ctx.db.select({ slug: news.slug }).from(news)).map(({ slug }) => `/news/${slug}`));
      for (const { fromPath, toPath } of await ctx.db.select().from(redirects)) {
        expect(pages.has(toPath), `${fromPath} leads to ${toPath}`).toBe(true);
        expect(pages.has(fromPath), `${fromPath} is a page`).toBe(false);
      }
    }
  });
});
