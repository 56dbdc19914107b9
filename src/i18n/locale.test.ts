import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { acceptedLocale, directionOf, localeOf, localePath, localText, withoutLocale } from "./locale.ts";

describe("R-15 the language of an address", () => {
  it("is Arabic under /ar only, not where a word merely starts so", () => {
    for (const path of ["/ar", "/ar/", "/ar/courses", "/ar.data"]) expect(localeOf(path), path).toBe("ar");
    for (const path of ["/", "/article", "/arabic/ar", "/courses/ar", "/AR"]) expect(localeOf(path), path).toBe("en");
  });

  it("changes to the other language and back without touching path, query or hash", () => {
    const segment = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/).filter((text) => text !== "ar");
    const address = fc.tuple(fc.array(segment, { maxLength: 3 }), fc.constantFrom("", "?q=a%20b&page=2"), fc.constantFrom("", "#radar-section")).map(([path, query, hash]) => `/${path.join("/")}${query}${hash}`);
    fc.assert(
      fc.property(address, (english) => {
        const arabic = localePath(english, "ar");
        expect(localeOf(arabic.split(/[?#]/)[0] ?? "")).toBe("ar");
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
    expect([directionOf("en"), directionOf("ar")]).toEqual(["ltr", "rtl"]);
  });
});

it("answers in the first of our languages that Accept-Language names, English otherwise", () => {
  expect(acceptedLocale("ar-SA,ar;q=0.9,en;q=0.8")).toBe("ar");
  expect(acceptedLocale("fr-FR, en;q=0.5, ar;q=0.4")).toBe("en");
  expect(acceptedLocale("AR")).toBe("ar");
  for (const header of [null, undefined, "", "fr", "*", ";;,"]) expect(acceptedLocale(header)).toBe("en");
});

it("falls back to English content and says so", () => {
  expect(localText("ar", "Safety", "سلامة")).toEqual({ text: "سلامة", lang: "ar" });
  expect(localText("ar", "Safety", null)).toEqual({ text: "Safety", lang: "en" });
  expect(localText("ar", "Safety", "")).toEqual({ text: "Safety", lang: "en" });
  expect(localText("en", "Safety", "سلامة")).toEqual({ text: "Safety", lang: "en" });
});
