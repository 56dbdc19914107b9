import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPrivatePage, toPageAddress, pathSpelling, createFixedAddressTest, getPreviewKey } from "./page-address.ts";

describe("the address under which a page is rendered and cached", () => {
  it("F-03 drops query keys that the page does not know", () => {
    expect(toPageAddress("/?utm_source=1")).toBe("/");
    expect(toPageAddress("/ar?x=1&gclid=2")).toBe("/ar");
    expect(toPageAddress("/courses?utm_source=mail&q=audit&x=1")).toBe("/courses?q=audit");
    expect(toPageAddress(`/?${"a=b&".repeat(1000)}`)).toBe("/");
    expect(toPageAddress("/courses?sort=price&seats=free&x=1&place=Riyadh&from=2027-01-01")).toBe(
      "/courses?from=2027-01-01&place=Riyadh&seats=free&sort=price",
    );
    expect(toPageAddress("/courses/audit/?run=3&fbclid=1")).toBe("/courses/audit/?run=3");
    expect(toPageAddress("/?constructor=1&__proto__=2")).toBe("/");
  });

  it("F-03 keeps the first of repeated keys, and sorts keys", () => {
    expect(toPageAddress("/courses?page=2&page=3")).toBe("/courses?page=2");
    expect(toPageAddress("/ar/courses?page=2&q=a")).toBe(toPageAddress("/ar/courses?q=a&page=2"));
    expect(toPageAddress("/courses?page=2")).not.toBe(toPageAddress("/courses?page=3"));
  });

  it("F-05 allows a key only where a page reads it", () => {
    expect(toPageAddress("/robots.txt?page=7")).toBe("/robots.txt");
    expect(toPageAddress("/sitemap.xml?page=7&q=1")).toBe("/sitemap.xml");
    expect(toPageAddress("/ar/news/feed.xml?page=7&search=x")).toBe("/ar/news/feed.xml");
    expect(toPageAddress("/?page=2")).toBe("/");
    expect(toPageAddress("/news?page=2&search=x&q=y")).toBe("/news?search=x&page=2");
    expect(toPageAddress("/search?q=x&type=course&page=2")).toBe("/search?q=x&type=course");
    expect(toPageAddress("/login?redirect=%2Fcourses&q=x")).toBe("/login?redirect=%2Fcourses");
  });

  it("P-05 keeps the preview key on every page, so that a preview is never cached as the public page", () => {
    expect(toPageAddress("/news/x?preview=a.b&utm_source=1")).toBe("/news/x?preview=a.b");
    expect(toPageAddress("/ar?preview=")).toBe("/ar?preview=");
    expect(toPageAddress("/courses/x?preview=a%26b&run=3")).toBe("/courses/x?run=3&preview=a%26b");
    expect(getPreviewKey("/courses/x?run=3&preview=a%26b")).toBe("a&b");
    expect([getPreviewKey("/courses/x?run=3"), getPreviewKey("/preview=x")]).toEqual([null, null]);
    expect(toPageAddress("/news/x.data?_routes=y&preview=k")).toBe("/news/x.data?_routes=y&preview=k");
  });

  it.each(["", "/ar"])("S-15 treats every page with a secret in its address as private (%s)", (language) => {
    const secret = readFileSync("src/routes.ts", "utf8").matchAll(/route\("([^"]*:(?:token|code))"/g);
    const pages = [...secret].map(([, path = ""]) => `${language}/${path.replaceAll(/:\w+/g, "x")}`);
    expect(pages.length).toBeGreaterThanOrEqual(9);
    for (const page of pages)
      expect([page, isPrivatePage(page), isPrivatePage(`${page}.data`)]).toEqual([page, true, true]);
    for (const page of ["/courses/x?run=3&key=k", "/checkout/x?run=3&key=k", "/courses/x.data?run=3&key=k&_routes=y"])
      expect([page, isPrivatePage(language + page)]).toEqual([page, true]);
    for (const page of [
      "/courses/x?run=3",
      "/news?search=key=1",
      "/feedback",
      "/courses/ticket",
      "/newsletter/confirm",
      "/r",
      "/register",
    ])
      expect([page, isPrivatePage(language + page)]).toEqual([page, false]);
  });

  it("keeps the suffix and routes of data requests", () => {
    expect(toPageAddress("/courses.data?page=2&_routes=root&x=1")).toBe("/courses.data?page=2&_routes=root");
    expect(toPageAddress("/_root.data?_routes=root&utm=1")).toBe("/_root.data?_routes=root");
    expect(toPageAddress("/courses/_.data?page=2")).toBe("/courses/_.data?page=2");
  });

  it("is stable when applied again", () => {
    const text = fc.stringMatching(/^[a-z%&=?/+ ]{0,20}$/);
    fc.assert(
      fc.property(
        fc.constantFrom("/", "/courses", "/ar/search", "/news", "/courses/x", "/login"),
        text,
        text,
        (path, q, other) => {
          const once = toPageAddress(`${path}?${new URLSearchParams({ q, page: other, [other]: q }).toString()}`);
          expect(toPageAddress(once)).toBe(once);
        },
      ),
    );
  });
});

describe("the canonical path", () => {
  const pages = [
    "",
    "search",
    "login",
    "profile",
    "profile/security",
    "about-us",
    "courses",
    "courses/:slug",
    "checkout/:slug?",
    "reset-password-form/:token",
    "newsletter/confirm/:token",
    "*",
  ];
  const patterns = pages.map((page) => (page ? `ar?/${page}` : "ar?"));
  const spelling = pathSpelling(patterns);

  it.each([
    ["//evil.test/x", "/evil.test/x"],
    ["/ar//evil.test/x", "/ar/evil.test/x"],
    ["/%2Fevil.test", "/evil.test"],
    ["/ar/%2F%2Fevil.test", "/ar/evil.test"],
    ["/\\evil.test", "/evil.test"],
    ["/%5C%5Cevil.test", "/evil.test"],
    ["//", "/"],
    ["/courses//audit", "/courses/audit"],
    ["///courses///", "/courses/"],
  ])("F-02 %j becomes %j", (path, spelt) => {
    expect(spelling(path)).toBe(spelt);
  });

  it.each([
    ["/AR/courses", "/ar/courses"],
    ["/AR", "/ar"],
    ["/%61r", "/ar"],
    ["/%61R/Courses/", "/ar/courses/"],
    ["/COURSES", "/courses"],
    ["/Courses/audit", "/courses/audit"],
    ["/About-Us", "/about-us"],
    ["/%63ourses", "/courses"],
    ["/CHECKOUT", "/checkout"],
    ["/Profile/Security", "/profile/security"],
    ["/COURSES.data", "/courses.data"],
  ])("F-07 %j becomes %j", (path, spelt) => {
    expect(spelling(path)).toBe(spelt);
  });

  it.each([
    "/",
    "/ar",
    "/ar/",
    "/courses",
    "/courses/",
    "/courses/Patient-Safety",
    "/reset-password-form/aB3_-x",
    "/newsletter/confirm/ABC",
    "/no/Such/Page",
    "/.data",
    "/_root.data",
    "/ar.data",
    "/courses/_.data",
    "/%",
    "/%00",
    "/%e0%a4%a",
    "/%4%61",
    "/courses/%d8%b3",
    "/assets/..%2fx",
  ])("F-07 leaves %j unchanged", (path) => {
    expect(spelling(path)).toBe(path);
  });

  it("F-02 F-07 is a path of this site, and stable, for any request", () => {
    const piece = fc.oneof(
      fc.constantFrom("/", "//", "\\", "%2f", "%5C", "%61", "%2e", ".", "ar", "AR", "Courses", "x", ".data", "_"),
      fc.string({ maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const spelt = spelling(`/${pieces.join("")}`);
        expect(spelt).toMatch(/^\/(?![/\\]|%2f|%5c)/i);
        expect(spelling(spelt)).toBe(spelt);
      }),
      { numRuns: 3000 },
    );
  });
});

it("F-03 recognises a fixed address, which has no parameter and no query", () => {
  const isFixedAddress = createFixedAddressTest([
    "ar?",
    "ar?/courses",
    "ar?/courses/:slug",
    "ar?/checkout/:slug?",
    "ar?/*",
  ]);
  expect(
    ["/", "/ar", "/ar/", "/courses", "/ar/courses", "/courses/"].filter((address) => !isFixedAddress(address)),
  ).toEqual([]);
  expect(
    ["/courses?q=x", "/courses/x", "/checkout", "/x1", "/courses.data", "/ar/courses//"].filter(isFixedAddress),
  ).toEqual([]);
});
