import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getDirection, localeFromPath, localePath, localText, withoutLocale } from "./locale.ts";

describe("R-15 the language of an address", () => {
  it("is Arabic under /ar only, not under paths that begin with the letters", () => {
    for (const path of ["/ar", "/ar/", "/ar/courses", "/ar.data"]) expect(localeFromPath(path), path).toBe("ar");
    for (const path of ["/", "/article", "/arabic/ar", "/courses/ar", "/AR"])
      expect(localeFromPath(path), path).toBe("en");
  });

  it("switches to the other language and keeps path, query and hash", () => {
    const segment = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/).filter((text) => text !== "ar");
    const address = fc
      .tuple(
        fc.array(segment, { maxLength: 3 }),
        fc.constantFrom("", "?q=a%20b&page=2"),
        fc.constantFrom("", "#radar-section"),
      )
      .map(([path, query, hash]) => `/${path.join("/")}${query}${hash}`);
    fc.assert(
      fc.property(address, (english) => {
        const arabic = localePath(english, "ar");
        expect(localeFromPath(arabic.split(/[?#]/)[0] ?? "")).toBe("ar");
        expect(localePath(arabic, "ar")).toBe(arabic);
        expect(localePath(english, "en")).toBe(english);
      }),
    );
    expect(localePath("/", "ar")).toBe("/ar");
    expect(localePath("/?page=2", "ar")).toBe("/ar?page=2");
    expect(localePath("/ar/courses?q=x#top", "en")).toBe("/courses?q=x#top");
    expect(withoutLocale("/ar")).toBe("/");
  });

  it("sets the direction of the page", () => {
    expect([getDirection("en"), getDirection("ar")]).toEqual(["ltr", "rtl"]);
  });
});

describe("F-02 a localised address stays on this site", () => {
  const origin = "https://nama.example";
  const hostilePaths = [
    "//evil.test/x",
    "/ar//evil.test/x",
    "/ar/\\evil.test",
    "/\\evil.test",
    "\\\\evil.test",
    "/ar///evil.test",
    "/ar/%2F%2Fevil.test",
    "/ar/%2f/evil.test",
    "/%5Cevil.test",
    "/ar/\t/evil.test",
    "/\n/evil.test",
    " //evil.test",
    "/ar/ar//evil.test",
    "\t/\t/evil.test",
    "https://evil.test",
    "javascript:alert(1)",
  ];

  it.each(hostilePaths)("F-02 keeps %j on this site", (path) => {
    for (const address of [withoutLocale(path), localePath(path, "en"), localePath(path, "ar")]) {
      expect(new URL(address, origin).origin).toBe(origin);
      expect(address).toMatch(/^\/(?![/\\]|%2f|%5c)/i);
    }
  });

  it("F-02 removes extra slashes at the start and nothing else", () => {
    expect(withoutLocale("/ar//evil.test/x?a=//b#//c")).toBe("/evil.test/x?a=//b#//c");
    expect(localePath("//courses//x", "ar")).toBe("/ar/courses//x");
    expect(withoutLocale("/ar/%2F%2Fevil.test")).toBe("/evil.test");
  });

  it("F-02 keeps the browser on this origin for any address", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "/",
        "\\",
        "//",
        "/ar",
        "/ar/",
        ".",
        "..",
        ":",
        "@",
        "%2f",
        "%5C",
        "%2e",
        "%09",
        "\t",
        "\n",
        "\r",
        " ",
        "?",
        "#",
        "https:",
        "evil.test",
        "x",
      ),
      fc.string({ unit: "binary", maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const path = pieces.join("");
        for (const address of [withoutLocale(path), localePath(path, "en"), localePath(path, "ar")]) {
          expect(address).toMatch(/^\/(?![/\\]|%2f|%5c)/i);
          expect(new URL(address, origin).origin).toBe(origin);
          expect(new URL(address, `${origin}/ar/login`).username).toBe("");
        }
      }),
      { numRuns: 5000 },
    );
  });
});

it("localText falls back to English and marks it as such", () => {
  expect(localText("ar", "Safety", "سلامة")).toEqual({ text: "سلامة", lang: "ar" });
  expect(localText("ar", "Safety", null)).toEqual({ text: "Safety", lang: "en" });
  expect(localText("ar", "Safety", "")).toEqual({ text: "Safety", lang: "en" });
  expect(localText("en", "Safety", "سلامة")).toEqual({ text: "Safety", lang: "en" });
});
