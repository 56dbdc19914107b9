import { expect, it } from "vitest";
import { atomFeed, listedPaths, robotsTxt, sitemapXml, xmlText, webManifest } from "./routes.server.ts";

const origin = "https://nama.example";

it("escapes markup, and drops characters that XML cannot hold", () => {
  expect(xmlText(`a < b & "c" 'd' ]]> \u0000\u001f\ufffe\ud800 نماء 😀`)).toBe(
    "a &lt; b &amp; &quot;c&quot; &#x27;d&#x27; ]]&gt;  نماء 😀",
  );
});

it("the sitemap lists routes without parameters, and no private ones", () => {
  expect(
    listedPaths([
      "ar?",
      "ar?/faq",
      "ar?/news",
      "ar?/news/:slug",
      "ar?/*",
      "ar?/login",
      "ar?/checkout/:slug?",
      "ar?/my-courses",
      "ar?/news",
    ]),
  ).toEqual(["/", "/faq", "/news"]);
});

it("the sitemap has each page in both languages, with its last change if known", () => {
  const xml = sitemapXml([{ path: "/", updatedAt: new Date("2027-01-02T06:00:00Z") }, { path: "/news/a&b" }], origin);
  expect(xml.match(/<url>/g)).toHaveLength(4);
  expect(xml).toContain(
    '<loc>https://nama.example/ar</loc><lastmod>2027-01-02T06:00:00.000Z</lastmod><xhtml:link rel="alternate" hreflang="en" href="https://nama.example/"/>',
  );
  expect(xml).toContain("<loc>https://nama.example/ar/news/a&amp;b</loc><xhtml:link");
});

it("robots.txt disallows personal pages in both languages, and names the sitemap", () => {
  const lines = robotsTxt(origin).split("\n");
  for (const path of ["/api/", "/my-courses", "/ar/my-courses", "/checkout", "/ar/cart"])
    expect(lines).toContain(`Disallow: ${path}`);
  expect(lines).not.toContain("Disallow: /login");
  // B-14: robots see the noindex of these, and "/r" would hide "/register".
  for (const path of ["/r", "/ticket", "/claim", "/feedback", "/new-dates"])
    expect(lines).not.toContain(`Disallow: ${path}`);
  expect(lines).toContain("Sitemap: https://nama.example/sitemap.xml");
});

it("a feed is in its language, and marks stories in the other one", () => {
  const story = {
    slug: "a-story",
    title_eng: "Wards & <wells>",
    title_ar: null,
    excerpt_eng: "One.",
    excerpt_ar: "واحد.",
    created_at: "2027-01-02T06:00:00.000Z",
    updated_at: "2027-01-03T06:00:00.000Z",
  };
  const feed = {
    stories: [story],
    locale: "ar" as const,
    origin,
    title: "الأخبار",
    author: "نماء الصحية",
    now: new Date("2027-02-01T00:00:00Z"),
  };
  const xml = atomFeed(feed);
  expect(xml).toContain(
    '<title xml:lang="en">Wards &amp; &lt;wells&gt;</title><link href="https://nama.example/ar/news/a-story"/>',
  );
  expect(xml).toContain("<summary>واحد.</summary>");
  expect(xml).toContain("<updated>2027-01-03T06:00:00.000Z</updated><author>");
  expect(atomFeed({ ...feed, stories: [] })).toContain("<updated>2027-02-01T00:00:00.000Z</updated>");
});

it("the manifest starts in its language", () => {
  expect(webManifest("ar")).toMatchObject({
    name: "نماء الصحية",
    lang: "ar",
    dir: "rtl",
    start_url: "/ar",
    shortcuts: [{ url: "/ar/courses" }, { url: "/ar/my-courses" }, { url: "/ar/news" }],
  });
  expect(webManifest("en")).toMatchObject({ name: "Nama Health", dir: "ltr", start_url: "/" });
});
