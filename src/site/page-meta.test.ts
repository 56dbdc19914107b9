import { expect, it } from "vitest";
import { canonicalQuery, getMetaKey, pageMetaTags, type Head } from "./page-meta.ts";

const meta = { title: "Courses · Nama Health", description: "All courses.", keywords: "cme" };
const head: Head = {
  meta,
  path: "/",
  locale: "ar",
  baseUrl: "https://nama.example",
  query: "",
  share: "/share/page/courses/ar-1.jpg",
  publishedAt: null,
  isPreview: false,
  isPrivate: false,
};
const getLinks = (changes: Partial<Head>) => pageMetaTags({ ...head, ...changes }).filter((tag) => "rel" in tag);

it.each([
  ["/", "page", "home"],
  ["/ar", "page", "home"],
  ["/courses/", "page", "courses"],
  ["/ar/courses/patient-safety/", "course", "patient-safety"],
  ["/news/a-story", "news", "a-story"],
  ["/my-courses/1001", "page", "my-courses"],
  ["/checkout/patient-safety", "page", "checkout"],
])("R-07 %s uses the meta of %s %s", (path, type, slug) => {
  expect(getMetaKey(path)).toEqual({ type, slug });
});

it("R-01 the canonical address has no final slash, and both languages link to each other", () => {
  expect(getLinks({ path: "/ar/courses/", query: "?page=2" })).toEqual([
    { tagName: "link", rel: "canonical", href: "https://nama.example/ar/courses?page=2" },
    { tagName: "link", rel: "alternate", hrefLang: "en", href: "https://nama.example/courses?page=2" },
    { tagName: "link", rel: "alternate", hrefLang: "ar", href: "https://nama.example/ar/courses?page=2" },
    { tagName: "link", rel: "alternate", hrefLang: "x-default", href: "https://nama.example/courses?page=2" },
  ]);
  expect(getLinks({ path: "/ar/" })[0]).toMatchObject({ rel: "canonical", href: "https://nama.example/ar" });
  expect(getLinks({ path: "/", locale: "en" })[0]).toMatchObject({ rel: "canonical", href: "https://nama.example/" });
});

it.each([
  "/login",
  "/ar/register/",
  "/forget-password",
  "/reset-password-form/abc",
  "/profile",
  "/my-courses/7",
  "/cart",
  "/checkout/a-course",
  "/order-response",
  "/search",
  "/newsletter/confirm/abc",
  "/ar/thank-you",
])("%s has noindex, and no address in its head", (path) => {
  expect(pageMetaTags({ ...head, path })).toEqual([
    { title: meta.title },
    { name: "description", content: meta.description },
    { name: "keywords", content: "cme" },
    { name: "robots", content: "noindex" },
  ]);
});

it.each([
  ["?page=2", "?page=2"],
  ["?page=12&utm_source=x", "?page=12"],
  ["?page=1", ""],
  ["?page=02", ""],
  ["?page=-3", ""],
  ["?q=safety&page=2", ""],
  ["?search=ward", ""],
  ["?from=2027-01-01&page=3", ""],
  ["?run=17", ""],
])("of the query %s the canonical address keeps '%s'", (query, part) => {
  expect(canonicalQuery(new URLSearchParams(query))).toBe(part);
});

it("a shared link has type, language, address and picture", () => {
  const tags = pageMetaTags({ ...head, path: "/ar/news/a-story", publishedAt: "2027-01-02T06:00:00.000Z" });
  for (const [property, content] of [
    ["og:type", "article"],
    ["og:url", "https://nama.example/ar/news/a-story"],
    ["og:locale", "ar_SA"],
    ["og:locale:alternate", "en_GB"],
    ["og:image", "https://nama.example/share/page/courses/ar-1.jpg"],
    ["og:image:alt", meta.title],
    ["article:published_time", "2027-01-02T06:00:00.000Z"],
  ])
    expect(tags).toContainEqual({ property, content });
  expect(tags).toContainEqual({ name: "twitter:card", content: "summary_large_image" });
});

it("only news pages link to their feed", () => {
  expect(getLinks({ path: "/ar/news/a-story" })).toContainEqual(
    expect.objectContaining({ type: "application/atom+xml", href: "https://nama.example/ar/news/feed.xml" }),
  );
  expect(JSON.stringify(getLinks({ path: "/courses" }))).not.toContain("feed");
});
