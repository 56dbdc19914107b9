import { expect, it } from "vitest";
import { metaKeyOf, pageMetaTags } from "./page-meta.ts";

const meta = { title: "Courses · Nama Health", description: "All courses.", keywords: "cme" };
const head = { meta, locale: "ar" as const, baseUrl: "https://nama.example" };

it.each([
  ["/", "page", "home"],
  ["/ar", "page", "home"],
  ["/courses/", "page", "courses"],
  ["/ar/courses/patient-safety/", "course", "patient-safety"],
  ["/news/a-story", "news", "a-story"],
  ["/my-courses/1001", "page", "my-courses"],
  ["/checkout/patient-safety", "page", "checkout"],
])("R-07 %s asks for the meta of %s %s", (path, type, slug) => {
  expect(metaKeyOf(path)).toEqual({ type, slug });
});

it("R-07 without meta a page has no tags, and still is a page", () => {
  expect(pageMetaTags({ ...head, meta: undefined, path: "/courses" })).toEqual([]);
});

it("R-01 the canonical address has no final slash, and both languages know each other", () => {
  const links = pageMetaTags({ ...head, path: "/ar/courses/", query: "?page=2" }).filter((tag) => "rel" in tag);
  expect(links).toEqual([
    { tagName: "link", rel: "canonical", href: "https://nama.example/ar/courses?page=2" },
    { tagName: "link", rel: "alternate", hrefLang: "en", href: "https://nama.example/courses?page=2" },
    { tagName: "link", rel: "alternate", hrefLang: "ar", href: "https://nama.example/ar/courses?page=2" },
    { tagName: "link", rel: "alternate", hrefLang: "x-default", href: "https://nama.example/courses?page=2" },
  ]);
  expect(pageMetaTags({ ...head, path: "/ar/" })).toContainEqual({ tagName: "link", rel: "canonical", href: "https://nama.example/ar" });
});
