/** Drafts, previews and moved pages on the built site; in two processes with `npm run test:all`. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPreview, revokePreview } from "#features/content/editing/preview.server.ts";
import { publishRevision } from "#features/content/editing/publish.server.ts";
import type { EntityName } from "#features/content/entities/revision-entities.ts";
import { editableContent } from "#features/content/editing/editable.server.ts";
import { saveDraft } from "#features/content/editing/revisions.server.ts";
import { entities } from "#features/content/entities/entities.server.ts";
import { m } from "#messages";
import { testContext, type TestCtx } from "#test/context.ts";
import { isFullRun } from "#test/open-database.ts";
import { startTestSite, type TestSite } from "#test/site.ts";
import { post } from "./client.ts";

let firstSite: TestSite;
let secondSite: TestSite;
let ctx: TestCtx;
beforeAll(async () => {
  firstSite = await startTestSite({ database: "postgres" });
  secondSite = isFullRun ? await startTestSite({ database: "postgres", beside: firstSite }) : firstSite;
  if (!firstSite.database) throw new Error("no database");
  ctx = testContext(firstSite.database).asStaff("owner");
});
afterAll(async () => {
  await secondSite.stop();
  await firstSite.stop();
});

const get = async (path: string, { site = firstSite, method = "GET" } = {}) => {
  const response = await fetch(site.url + path, { method, redirect: "manual" });
  return { status: response.status, headers: response.headers, html: await response.text() };
};

/** Saves a draft of the content with this slug, with changes. */
async function saveChangedDraft(entity: EntityName, slug: string, changes: object) {
  const item = (await entities[entity].read(ctx)).find(({ data }) => "slug" in data && data.slug === slug);
  if (!item) throw new Error(`no ${entity} is called ${slug}`);
  const { data, version } = await editableContent(ctx, { entity, entityId: item.entityId });
  return saveDraft(ctx, { entity, entityId: item.entityId, data: { ...data, ...changes }, version });
}

describe("refusals", () => {
  const pages = ["/", "/ar", "/courses", "/news/every-near-miss", "/ar/courses/patient-safety-essentials", "/nothing"];
  it.each(pages)("P-05 answers 404 to an invalid preview key at %s, with no-store", async (path) => {
    for (const key of ["", "x", "1", "a.b", `${"a".repeat(22)}.${"b".repeat(43)}`, "%00"]) {
      const { status, headers, html } = await get(`${path}?preview=${key}`);
      expect([key, status]).toEqual([key, 404]);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-robots-tag")).toContain("noindex");
      expect(headers.has("etag")).toBe(false);
      const locale = path.startsWith("/ar") ? "ar" : "en";
      expect(html).toContain(m.site_preview_ended({}, { locale }));
      expect(html).not.toContain("<script");
    }
  });
});

describe("a preview", () => {
  const path = "/news/every-near-miss";
  const title = "A title without readers";
  let link: { id: number; path: string };
  let draft: { id: number; version: number };
  beforeAll(async () => {
    draft = await saveChangedDraft("news", "every-near-miss", { title_eng: title, title_ar: "عنوان لم يقرأه أحد" });
    link = await createPreview(ctx, draft);
  });

  it("P-05 P-07 shows the draft on the real page in both languages, uncached and with noindex", async () => {
    const titles = { "": title, "/ar": "عنوان لم يقرأه أحد" };
    for (const [language, heading] of Object.entries(titles)) {
      for (let time = 0; time < 2; time++) {
        const { status, headers, html } = await get(`${language}${link.path}`);
        expect(status).toBe(200);
        expect(html).toContain(`${heading}</bdi></h1>`);
        expect(html).toContain(m.site_preview_note({}, { locale: language ? "ar" : "en" }));
        expect(html).toContain('<meta name="robots" content="noindex"');
        expect(/rel="(?:canonical|alternate)"|og:title|application\/ld\+json/.exec(html)).toBe(null);
        expect(headers.get("cache-control")).toBe("no-store");
        expect(headers.get("x-robots-tag")).toBe("noindex, nofollow, noarchive");
        expect(headers.has("etag")).toBe(false);
        expect(headers.get("content-security-policy")).toContain("script-src");
      }
      // Meanwhile the public page is cached as usual, also for an address with unknown query keys.
      const publicPage = await get(`${language}${path}?utm_source=x`);
      expect(publicPage.html).not.toContain(heading);
      expect(publicPage.html).toMatch(/rel="canonical"/);
      expect(publicPage.headers.has("etag")).toBe(true);
    }
    expect((await get(link.path, { method: "HEAD" })).status).toBe(200);
    expect((await get(link.path, { site: secondSite })).html).toContain(title);
  });

  it("P-07 does not appear in search, sitemap, feed, API or data of public pages", async () => {
    for (const file of ["/sitemap.xml", "/news/feed.xml", "/news", `${path}.data`, "/search?q=readers"])
      expect((await get(file)).html, file).not.toContain(title);
    const { body } = await post(firstSite, "/api/news-insights-details", { slug: "every-near-miss" });
    expect(JSON.stringify(body)).not.toContain(title);
  });

  it("P-05 has page data that shows the draft and is not cached", async () => {
    const { status, headers, html } = await get(link.path.replace(path, `${path}.data`));
    expect([status, headers.get("cache-control"), headers.has("etag")]).toEqual([200, "no-store", false]);
    expect(html).toContain(title);
  });

  it("P-05 its key is in no log; after it is revoked every process answers 404", async () => {
    const key = link.path.split("=")[1] ?? "";
    await revokePreview(ctx, link);
    for (const site of [firstSite, secondSite]) {
      expect((await get(link.path, { site })).status).toBe(404);
      expect(site.output.join("\n")).not.toContain(key);
    }
  });

  it("P-07 once published, every process and the API show it within 2 s", async () => {
    for (const site of [firstSite, secondSite]) expect((await get(path, { site })).html).not.toContain(title);
    await publishRevision(ctx, draft);
    const published = performance.now();
    for (const site of [firstSite, secondSite])
      await expect.poll(async () => (await get(path, { site })).html, { interval: 20, timeout: 2000 }).toContain(title);
    expect(performance.now() - published).toBeLessThan(2000);
    const { body } = await post(secondSite, "/api/news-insights-details", { slug: "every-near-miss" });
    expect(JSON.stringify(body)).toContain(title);
  });

  it.each([
    ["faq", "/faq", { heading_eng: "A draft of words" }],
    ["banner", "/", { title_eng: "A draft of words" }],
    ["team", "/contact-us", { name_eng: "A draft of words" }],
    ["module", "/digital-health-solutions", { name_eng: "A draft of words" }],
    ["page", "", { heading_eng: "A draft of words", description_eng: "<p>A draft of words</p>" }],
    ["page-meta", "", { title_eng: "A draft of words" }],
  ] as const)("P-05 a draft of a %s shows in the preview of %s, but not on the page", async (entity, page, changes) => {
    const rows = await entities[entity].read(ctx);
    const item = rows.find(({ entityId }) => page !== "" || /^(?:mission|page\/courses)$/.test(entityId));
    if (!item) throw new Error(`nothing is a ${entity}`);
    const draft = await saveDraft(ctx, {
      entity,
      entityId: item.entityId,
      data: { ...item.data, ...changes },
      version: 0,
    });
    const { path: address } = await createPreview(ctx, draft);
    const [pagePath = ""] = address.split("?");
    if (page) expect(pagePath).toBe(page);
    expect((await get(address)).html.includes("A draft of words")).toBe(true);
    expect((await get(pagePath)).html.includes("A draft of words")).toBe(false);
  });
});

describe("a course with a new address", () => {
  it("P-07 redirects its old address and query with 301 in both languages; sitemap and canonical have the new address", async () => {
    const [from, to] = ["/courses/patient-safety-essentials", "/courses/patient-safety-basics"];
    const renamed = await saveChangedDraft("course", "patient-safety-essentials", { slug: "patient-safety-basics" });
    for (const site of [firstSite, secondSite]) expect((await get(from, { site })).status).toBe(200);
    await publishRevision(ctx, renamed);
    for (const site of [firstSite, secondSite])
      await expect.poll(async () => (await get(from, { site })).status, { interval: 20 }).toBe(301);
    expect((await get(`${from}?run=1`)).headers.get("location")).toBe(`${to}?run=1`);
    expect((await get(`/ar${from}/`)).headers.get("location")).toBe(`/ar${to}`);
    expect((await get(`/ar${from}?utm_source=a&run=1`)).headers.get("location")).toBe(`/ar${to}?utm_source=a&run=1`);
    expect((await get(`${from}.data`)).html).toContain(to);
    const { status, html } = await get(to);
    expect(status).toBe(200);
    expect(html).toContain(`rel="canonical" href="${firstSite.url}${to}"`);
    const sitemap = (await get("/sitemap.xml")).html;
    expect([sitemap.includes(`${to}<`), sitemap.includes(`${from}<`)]).toEqual([true, false]);
    expect((await get("/courses/never-was")).status).toBe(404);
    // After a second new address, the oldest address still redirects in one step.
    await publishRevision(ctx, await saveChangedDraft("course", "patient-safety-basics", { slug: "patient-safety" }));
    await expect
      .poll(async () => (await get(from)).headers.get("location"), { interval: 20 })
      .toBe("/courses/patient-safety");
  });
});
