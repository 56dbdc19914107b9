/** The content pages, from the database to the rendered page. */
import { createElement, type ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub, RouterContextProvider } from "react-router";
import { beforeEach, expect, it } from "vitest";
import { LocaleContext } from "#i18n/link.tsx";
import { localeFromPath } from "#i18n/locale.ts";
import { inLocale } from "#i18n/locale.server.ts";
import { requestContext } from "#platform/request-context.server.ts";
import { testContext, type TestCtx } from "#test/context.ts";
import { describeOnDatabase } from "#test/database.ts";
import { faqs, news, staticPages, teamMembers } from "../tables.server.ts";
import * as company from "./company.tsx";
import * as faq from "./faq.tsx";
import * as legal from "./legal.tsx";
import * as newsList from "./news.tsx";
import * as story from "./news-story.tsx";

interface Page {
  loader: unknown;
  default: unknown;
}

/** Calls a page's loader as the router does, and renders the page with what it returns. */
async function read(
  ctx: TestCtx,
  page: Page,
  path: string,
  params: Record<string, string> = {},
): Promise<{ status: number; html: string }> {
  const locale = localeFromPath(path);
  const context = new RouterContextProvider();
  context.set(requestContext, { ...ctx, locale });
  const load = page.loader as (args: object) => Promise<unknown>;
  const url = new URL(`http://test${path}`);
  const answer = await load({ context, params, url, request: new Request(url) });
  const wrapped = answer as { type?: string; data: unknown; init?: { status?: number } | null } | null;
  const isWrapped = wrapped?.type === "DataWithResponseInit";
  const Shown = page.default as ComponentType<{ loaderData: unknown }>;
  const Stub = createRoutesStub([
    { path: "*", Component: () => createElement(Shown, { loaderData: isWrapped ? wrapped.data : answer }) },
  ]);
  const html = inLocale(locale, () =>
    renderToStaticMarkup(
      createElement(LocaleContext, { value: locale }, createElement(Stub, { initialEntries: [path] })),
    ),
  );
  return { status: (isWrapped && wrapped.init?.status) || 200, html };
}

const text = (slug: string) => ({
  slug,
  heading_eng: `The ${slug}`,
  heading_ar: `عنوان ${slug}`,
  description_eng: `<p>About ${slug}.</p>`,
  description_ar: `<p>نص ${slug}.</p>`,
});

describeOnDatabase("content pages", (open) => {
  let ctx: TestCtx;
  beforeEach(async () => {
    ctx = testContext(await open());
  });

  const coreValues = {
    ...text("core-values"),
    description_eng: "<ol><li><strong>Fairness</strong> Look for the cause.</li></ol>",
  };

  it("C-01 mission, vision and what we do show their text and the core values; core values only the list", async () => {
    await ctx.db.insert(staticPages).values([text("mission"), text("vision"), text("what-we-do"), coreValues]);
    for (const slug of ["mission", "vision", "what-we-do"]) {
      const { html } = await read(ctx, company, `/${slug}`);
      expect(html).toMatch(new RegExp(`<h1><bdi lang="en">The ${slug}</bdi></h1>`));
      expect(html).toContain(`<p>About ${slug}.</p>`);
      expect(html).toContain("<strong>Fairness</strong>");
      expect(html).toMatch(/<h2[^>]*>What we hold ourselves to<\/h2>/);
      expect(html).toMatch(
        new RegExp(`href="/${slug}"[^>]*aria-current="page"|aria-current="page"[^>]*href="/${slug}"`),
      );
    }
    const { html } = await read(ctx, company, "/core-values/");
    expect(html.match(/<strong>Fairness<\/strong>/g)).toHaveLength(1);
  });

  it("C-01 About us (Arabic) is Arabic on the English site too; About us follows the site's language", async () => {
    await ctx.db.insert(staticPages).values([text("about-us"), text("about-us-arabic"), coreValues]);
    const onEnglish = (await read(ctx, company, "/about-us-arabic")).html;
    expect(onEnglish).toMatch(/<article lang="ar" dir="rtl"/);
    expect(onEnglish).toContain("نص about-us-arabic.");
    expect((await read(ctx, company, "/about-us")).html).toMatch(/<article lang="en" dir="ltr"/);
    expect((await read(ctx, company, "/ar/about-us")).html).toContain("نص about-us.");
  });

  it("C-02 privacy policy and terms show heading, text and contents in the page's language", async () => {
    const legalText = (slug: string) => ({
      ...text(slug),
      description_eng: "<p>Short.</p><h2>Who we are</h2><p>We.</p>",
      updated_on: "2026-11-01",
    });
    await ctx.db.insert(staticPages).values([legalText("privacy-policy"), legalText("terms-and-conditions")]);
    const { html } = await read(ctx, legal, "/privacy-policy");
    expect(html).toContain("The privacy-policy");
    expect(html).toContain("1 November 2026");
    expect(html).toContain('<h2 id="part-1">Who we are</h2>');
    expect(html).toMatch(/<a href="#part-1" aria-current="location"/);
    expect((await read(ctx, legal, "/ar/terms-and-conditions")).html).toContain("نص terms-and-conditions.");
  });

  it("C-02 a missing text is a 404", async () => {
    await expect(read(ctx, legal, "/privacy-policy")).rejects.toMatchObject({ init: { status: 404 } });
    await expect(read(ctx, company, "/mission")).rejects.toMatchObject({ init: { status: 404 } });
  });

  it("C-03 only the first question is open, and the page contains all answers", async () => {
    const question = (position: number) => ({
      position,
      heading_eng: `Question ${position}?`,
      description_eng: `<p>Answer ${position}.</p>`,
    });
    await ctx.db.insert(faqs).values([question(1), question(2), question(3)]);
    await ctx.db
      .insert(teamMembers)
      .values({ position: 1, title_eng: "Support", name_eng: "Omar T.", email: "support@example.com" });
    const { html } = await read(ctx, faq, "/faq");
    // F-40: the browser opens one `details` row of a name at a time, without script.
    const rows = [...html.matchAll(/<details name="([^"]+)"([^>]*)>/g)].map(([, name, rest]) => ({
      name,
      isOpen: rest?.includes(" open"),
    }));
    expect(rows.map(({ isOpen }) => isOpen)).toEqual([true, false, false]);
    expect(new Set(rows.map(({ name }) => name)).size).toBe(1);
    expect(html).toContain("Answer 3.");
    expect(html).toContain("Omar T.");
  });

  const storyRow = (slug: string, popular_position: number | null, day: string) => ({
    slug,
    popular_position,
    title_eng: `Story ${slug}`,
    title_ar: `خبر ${slug}`,
    excerpt_eng: "In short.",
    body_eng: `<p>${"word ".repeat(400)}</p>`,
    image: `${slug}-1`,
    created_at: new Date(`${day}T09:00:00Z`),
  });

  it("C-09 the first page has popular stories in a slider above the list; a search and later pages only the list", async () => {
    await ctx.db
      .insert(news)
      .values(Array.from({ length: 8 }, (_, i) => storyRow(`s${i}`, i < 3 ? i + 1 : null, `2026-10-0${i + 1}`)));
    const front = (await read(ctx, newsList, "/news")).html;
    expect(front.match(/aria-label="\d of 3"/g)).toHaveLength(3);
    expect(front).toContain("1 / 3");
    expect(front).toMatch(/href="\/news\?page=2"/);
    const second = await read(ctx, newsList, "/news?page=2");
    expect(second.html).not.toContain("carousel");
    const html = (await read(ctx, newsList, "/ar/news?search=s7")).html;
    expect(html).toContain("خبر s7");
    expect(html).toContain('value="s7"');
    expect(html).not.toContain("خبر s6");
  });

  it("C-09 a page past the end and an unknown story return 404, the story with a link to the news", async () => {
    expect(await read(ctx, newsList, "/news?page=9")).toMatchObject({ status: 404 });
    const missing = await read(ctx, story, "/news/nothing", { slug: "nothing" });
    expect(missing.status).toBe(404);
    expect(missing.html).toMatch(/<h1[^>]*>We can’t find that story\./);
    expect(missing.html).toContain('href="/news"');
  });

  it("C-09 a story shows its day, reading time, text and three others", async () => {
    await ctx.db
      .insert(news)
      .values(["a", "b", "c", "d", "e"].map((slug, i) => storyRow(slug, null, `2026-10-0${i + 1}`)));
    const { html } = await read(ctx, story, "/news/a", { slug: "a" });
    expect(html).toContain("<h1");
    expect(html).toContain("1 October 2026");
    expect(html).toContain("2-minute read");
    expect(html.match(/<h3/g)).toHaveLength(3);
  });

  it("C-09 an English story on an Arabic page runs left to right", async () => {
    await ctx.db.insert(news).values(storyRow("a", null, "2026-10-01"));
    expect((await read(ctx, story, "/ar/news/a", { slug: "a" })).html).toMatch(/<div lang="en" dir="ltr" class="prose/);
  });
});
