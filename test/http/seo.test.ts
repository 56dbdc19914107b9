/** What search engines, feed readers and social networks see of the built site, in both languages. */
import type { RouteConfigEntry } from "@react-router/dev/routes";
import sharp from "sharp";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { localePath, locales } from "#i18n/locale.ts";
import { notify } from "#platform/db/database.server.ts";
import { isIndexed } from "#site/seo/indexing.ts";
import { sampleCases } from "#test/database.ts";
import { sharedTestSite, type TestSite } from "#test/site.ts";
import routes from "../../src/routes.ts";

let site: TestSite;
beforeAll(async () => void (site = await sharedTestSite()));
/** Runs a statement that changes the content, and notifies the site. */
async function changeContent(statement: string, values: unknown[] = []): Promise<void> {
  await site.database?.executeSql(statement, values);
  if (site.database) await notify(site.database.db, "content_changed");
}

const course = "patient-safety-essentials";
const story = "every-near-miss";
const samples: Record<string, string> = {
  "courses/:slug": `courses/${course}`,
  "news/:slug": `news/${story}`,
  "my-courses/:id": "my-courses/1",
  "checkout/:slug?": `checkout/${course}`,
  "new-dates/:verb/:token": "new-dates/stop/some-token",
};
/**
 * An address for every route. Tickets, claim links and quotations are left out, because their pages answer 404 to an
 * example token: test/http/ticket.test.ts, e2e/claim-seat.spec.ts and test/http/private-runs.test.ts open them.
 */
const paths = ((await routes) as RouteConfigEntry[])
  .map(({ path = "" }) => path.replace(/^ar\?\/?/, ""))
  .filter((path) => !["*", "ticket/:token", "claim/:token", "quotation/:token"].includes(path))
  .map((path) => `/${samples[path] ?? path.replace(/:\w+\??/g, "some-token")}`);

interface Tag {
  name: string;
  [attribute: string]: string;
}
const unescapeHtml = (text: string) =>
  text.replace(
    /&(amp|lt|gt|quot|#x27);/g,
    (sign) => ({ "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' })[sign] ?? "'",
  );

async function fetchPage(path: string) {
  const response = await fetch(site.url + path);
  const html = await response.text();
  const head = html.slice(0, html.indexOf("</head>"));
  const tags = [...head.matchAll(/<(meta|link)((?:\s[\w:-]+(?:="[^"]*")?)*)\s*\/?>/g)].map((match): Tag => ({
    name: match[1] ?? "",
    ...Object.fromEntries(
      [...(match[2] ?? "").matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [
        key.toLowerCase() === "name" ? "key" : key.toLowerCase(),
        unescapeHtml(value),
      ]),
    ),
  }));
  const scripts = [...head.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)].map(
    (match) => match[1] ?? "",
  );
  return {
    status: response.status,
    robots: response.headers.get("x-robots-tag"),
    title: unescapeHtml(/<title>(.*?)<\/title>/s.exec(head)?.[1] ?? ""),
    links: (rel: string) => tags.filter((tag) => tag["rel"] === rel),
    meta: (key: string) =>
      tags.filter((tag) => tag["key"] === key || tag["property"] === key).map((tag) => tag["content"] ?? ""),
    data: scripts.flatMap((script) => (JSON.parse(script) as { "@graph": Record<string, unknown>[] })["@graph"]),
    dataBlockCount: scripts.length,
  };
}
const fetchText = async (path: string) => (await fetch(site.url + path)).text();

describe.each(locales)("the head of every page (%s)", (locale) => {
  it(
    "R-01 R-07 has title, description, canonical address, both languages and a share picture; private pages have noindex",
    { timeout: 180_000 },
    async () => {
      expect(paths.length).toBeGreaterThan(25);
      const pictureSample = new Set([
        ...sampleCases(paths, 12, locales.indexOf(locale)),
        `/courses/${course}`,
        `/news/${story}`,
      ]);
      const titles: string[] = [];
      for (const path of paths) {
        const address = localePath(path, locale);
        const page = await fetchPage(address);
        const [description] = page.meta("description");
        expect([address, page.title.length > 0, (description ?? "").length > 0]).toEqual([address, true, true]);
        if (!isIndexed(path) || page.status !== 200) {
          expect([
            address,
            page.meta("robots"),
            page.links("canonical"),
            page.links("alternate"),
            page.meta("og:url"),
            page.dataBlockCount,
          ]).toEqual([address, ["noindex"], [], [], [], 0]);
          continue;
        }
        titles.push(page.title);
        const url = site.url + address;
        expect([address, page.meta("robots"), page.robots]).toEqual([address, [], null]);
        expect(page.links("canonical").map((tag) => tag["href"])).toEqual([url]);
        const english = site.url + path;
        expect(
          page
            .links("alternate")
            .filter((tag) => tag["hreflang"])
            .map((tag) => [tag["hreflang"], tag["href"]]),
        ).toEqual([
          ["en", english],
          ["ar", site.url + localePath(path, "ar")],
          ["x-default", english],
        ]);
        for (const [key, value] of [
          ["og:title", page.title],
          ["twitter:title", page.title],
          ["og:description", description],
          ["twitter:description", description],
          ["og:url", url],
          ["og:image:width", "1200"],
          ["og:image:height", "630"],
          ["og:image:alt", page.title],
          ["og:locale", locale === "ar" ? "ar_SA" : "en_GB"],
          ["twitter:card", "summary_large_image"],
        ])
          expect([address, key, page.meta(key ?? "")]).toEqual([address, key, [value]]);
        expect(page.dataBlockCount).toBe(1);
        expect(
          page.data.some((node) => node["@type"] === (path === "/" ? "WebSite" : "BreadcrumbList")),
          address,
        ).toBe(true);
        const [image = ""] = page.meta("og:image");
        expect(image).toMatch(/^http.*\.jpg$/);
        // The site draws a picture when it is first requested, so this requests only a sample.
        if (!pictureSample.has(path)) continue;
        const picture = await fetch(image);
        const bytes = Buffer.from(await picture.arrayBuffer());
        expect([
          image,
          picture.status,
          picture.headers.get("content-type"),
          picture.headers.get("cache-control"),
        ]).toEqual([image, 200, "image/jpeg", "public, max-age=31536000, immutable"]);
        expect(await sharp(bytes).metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 630 });
        expect(bytes.length).toBeLessThanOrEqual(100_000);
      }
      expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
    },
  );
});

it("the canonical address has no final slash and no search text", async () => {
  for (const [path, canonical] of [
    ["/courses/", "/courses"],
    ["/ar/courses/?page=2", "/ar/courses?page=2"],
    ["/courses?q=safety&page=2", "/courses"],
    [`/courses/${course}/?run=2`, `/courses/${course}`],
  ]) {
    const page = await fetchPage(path ?? "");
    expect([path, page.links("canonical").map((tag) => tag["href"])]).toEqual([path, [site.url + canonical]]);
  }
});

it.each(["/no-such-page", "/courses/no-such-course", "/ar/news/no-such-story", "/courses?page=999"])(
  "%s answers 404 with noindex",
  async (path) => {
    const page = await fetchPage(path);
    expect([page.status, page.robots, page.dataBlockCount]).toEqual([404, "noindex", 0]);
    if (path.includes("no-such"))
      expect([page.meta("robots"), page.links("canonical"), page.links("alternate")]).toEqual([["noindex"], [], []]);
  },
);

it("page data has noindex", async () => {
  const response = await fetch(`${site.url}/courses/${course}.data`);
  expect(response.headers.get("x-robots-tag")).toBe("noindex");
  expect(await response.text()).not.toContain("CourseInstance");
});

describe("structured data", () => {
  const findByType = async (path: string, type: string) =>
    (await fetchPage(path)).data.find((node) => node["@type"] === type);

  it("describes the organization, the search, a course with dates and prices, news, and the FAQ", async () => {
    expect(await findByType("/ar", "Organization")).toMatchObject({
      name: "نماء الصحية",
      address: { addressCountry: "SA" },
    });
    expect(await findByType("/", "WebSite")).toMatchObject({ potentialAction: { "@type": "SearchAction" } });
    const courseNode = await findByType(`/courses/${course}`, "Course");
    expect(courseNode).toMatchObject({
      hasCourseInstance: expect.arrayContaining([expect.objectContaining({ "@type": "CourseInstance" })]) as unknown,
      offers: expect.arrayContaining([
        expect.objectContaining({ priceCurrency: "SAR", price: expect.stringMatching(/^\d+\.\d\d$/) as unknown }),
      ]) as unknown,
    });
    expect(await findByType(`/ar/news/${story}`, "NewsArticle")).toMatchObject({ inLanguage: "ar" });
    const questions = (await findByType("/faq", "FAQPage"))?.["mainEntity"];
    expect(questions).toHaveLength(14);
  });

  it("keeps hostile titles as text", async () => {
    const hostile = `</script><script>alert("x")</script></head><!-- ]]> & \u2028 '`;
    const bedside = "teaching-at-the-bedside";
    const readRow = async (statement: string, slug: string) =>
      (await site.database?.executeSql(statement, [slug]))?.rows[0];
    const courseBefore = await readRow("select name_eng, summary_eng from course where slug = $1", bedside);
    const storyBefore = await readRow("select title_eng, excerpt_eng from news where slug = $1", story);
    const write = async (name: unknown, summary: unknown, title: unknown, excerpt: unknown) => {
      const updateCourseSql = "update course set name_eng = $1, summary_eng = $2 where slug = $3";
      await site.database?.executeSql(updateCourseSql, [name, summary, bedside]);
      await changeContent("update news set title_eng = $1, excerpt_eng = $2 where slug = $3", [title, excerpt, story]);
    };
    onTestFinished(async () => {
      const [{ name_eng: name, summary_eng: summary } = {}] = [courseBefore];
      const [{ title_eng: title, excerpt_eng: excerpt } = {}] = [storyBefore];
      await write(name, summary, title, excerpt);
      await expect.poll(async () => (await fetchPage(`/courses/${bedside}`)).title).not.toContain(hostile);
    });
    await write(hostile, hostile, hostile, hostile);
    await expect.poll(async () => (await fetchPage("/courses/teaching-at-the-bedside")).title).toContain(hostile);
    const page = await fetchPage("/courses/teaching-at-the-bedside");
    expect([page.status, page.title, page.dataBlockCount]).toEqual([200, `${hostile} · Nama Health`, 1]);
    expect(page.data.find((node) => node["@type"] === "Course")).toMatchObject({ name: hostile });
    expect(page.meta("og:title")).toEqual([`${hostile} · Nama Health`]);
    await expect.poll(() => findByType(`/news/${story}`, "NewsArticle")).toMatchObject({ headline: hostile });
    expect(await (await fetch((await fetchPage(`/news/${story}`)).meta("og:image")[0] ?? "")).status).toBe(200);
    await expect.poll(() => fetchText("/news/feed.xml")).toContain("&lt;/script&gt;&lt;script&gt;");
  });
});

describe("robots.txt, sitemap, feeds and manifest", () => {
  it("have their content type, cache time and nosniff, and answer 304 to their ETag", async () => {
    for (const [path, type] of [
      ["/robots.txt", "text/plain"],
      ["/sitemap.xml", "application/xml"],
      ["/news/feed.xml", "application/atom+xml"],
      ["/ar/news/feed.xml", "application/atom+xml"],
      ["/manifest.webmanifest", "application/manifest+json"],
      ["/ar/manifest.webmanifest", "application/manifest+json"],
    ]) {
      await fetchText(path ?? "");
      const { status, headers } = await fetch(site.url + path);
      expect([
        path,
        status,
        headers.get("content-type"),
        headers.get("cache-control"),
        headers.get("x-content-type-options"),
      ]).toEqual([path, 200, `${type}; charset=utf-8`, "public, max-age=300", "nosniff"]);
      expect((await fetch(site.url + path, { headers: { "if-none-match": headers.get("etag") ?? "" } })).status).toBe(
        304,
      );
    }
    for (const path of ["/favicon.ico", "/favicon.svg"])
      expect((await fetch(site.url + path)).headers.get("content-type")).toMatch(/^image\//);
  });

  it(
    "every address in the sitemap answers, has no noindex, and is its own canonical address",
    { timeout: 120_000 },
    async () => {
      const xml = await fetchText("/sitemap.xml");
      const addresses = [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => unescapeHtml(match[1] ?? ""));
      expect(addresses.length).toBeGreaterThan(2 * (24 + 16 + 15));
      expect(new Set(addresses).size).toBe(addresses.length);
      expect(addresses.length).toBe(xml.match(/hreflang="x-default"/g)?.length);
      for (const address of sampleCases(addresses, 5)) {
        const page = await fetchPage(address.slice(site.url.length));
        expect([address, page.status, page.meta("robots"), page.robots, page.links("canonical")[0]?.["href"]]).toEqual([
          address,
          200,
          [],
          null,
          address,
        ]);
      }
      for (const path of paths.filter((path) => isIndexed(path))) expect(addresses).toContain(site.url + path);
    },
  );

  it("a new story appears in sitemap and feed after a content notification", async () => {
    await fetchText("/sitemap.xml");
    onTestFinished(() => changeContent("delete from news where slug = 'just-in'"));
    await changeContent(
      "insert into news (slug, title_eng, excerpt_eng, body_eng, image) values ('just-in', 'Just in', 'New & good.', '<p>x</p>', 'none')",
    );
    await expect.poll(() => fetchText("/sitemap.xml")).toContain(`<loc>${site.url}/ar/news/just-in</loc>`);
    await expect.poll(() => fetchText("/ar/news/feed.xml")).toContain('<title xml:lang="en">Just in</title>');
    const [image = ""] = (await fetchPage("/news/just-in")).meta("og:image");
    expect((await fetch(image)).status).toBe(200);
  });

  it("news pages link to their feed", async () => {
    for (const path of ["/news", `/news/${story}`])
      expect(
        (await fetchPage(path))
          .links("alternate")
          .filter((tag) => tag["type"] === "application/atom+xml")
          .map((tag) => tag["href"]),
      ).toEqual([`${site.url}/news/feed.xml`]);
  });

  it("the icons in the manifest exist in the stated size", async () => {
    for (const locale of locales) {
      const [link] = (await fetchPage(localePath("/", locale))).links("manifest");
      const manifest = JSON.parse(await fetchText(link?.["href"] ?? "")) as {
        lang: string;
        icons: { src: string; sizes: string; purpose: string }[];
        shortcuts: { url: string }[];
      };
      expect(manifest.lang).toBe(locale);
      expect(manifest.icons.map((icon) => [icon.sizes, icon.purpose])).toEqual([
        ["192x192", "any"],
        ["512x512", "any"],
        ["512x512", "maskable"],
      ]);
      for (const { src, sizes } of manifest.icons) {
        const { format, width, height } = await sharp(
          Buffer.from(await (await fetch(site.url + src)).arrayBuffer()),
        ).metadata();
        expect([src, format, `${width}x${height}`]).toEqual([src, "png", sizes]);
      }
      for (const { url } of manifest.shortcuts) expect((await fetch(site.url + url)).status).toBe(200);
    }
  });
});

it.each([
  "/share/course/no-such-course/en-0123456789ab.jpg",
  `/share/course/${course}/en-0123456789ab.jpg`,
  "/share/page/made-up/en-0123456789ab.jpg",
  "/share/page/home/fr-0123456789ab.jpg",
  "/share/other/home/en-0123456789ab.jpg",
  "/share/course/%00/en-0123456789ab.jpg",
  "/share/page/..%2F..%2Fx/en-0123456789ab.jpg",
])("answers 404 for the share picture %s", async (path) => {
  expect((await fetch(site.url + path)).status).toBe(404);
});
