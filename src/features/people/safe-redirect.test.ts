import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localePath } from "#i18n/locale.ts";
import { afterLogin, checkoutAfterRegistration, getCourseSlug, safeRedirect, withFlag } from "./safe-redirect.ts";

const attacks = [
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\\/evil.example",
  "https://evil.example",
  "http:evil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,x",
  "/\t/evil.example",
  "/\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "/ /evil.example",
  "\u0000//evil.example",
  "/%2f%2fevil.example",
  "/%2Fevil.example",
  "%2f%2fevil.example",
  "/%5cevil.example",
  "/%09/evil.example",
  "/%0d%0aLocation:x",
  "@evil.example",
  "user@evil.example",
  "//user@evil.example",
  "//learner:x@evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/x/..//evil.example",
  "/x/%2e%2e//evil.example",
  "/x/../%2fevil.example",
  "/x/../login",
  "/./\\evil.example",
  "?x",
  "#x",
  "",
  "courses",
  "/\u2028/evil.example",
  "/\ud800",
  "/api/logout",
  "/login",
  "/login?redirect=/login",
  "/ar/login",
  "/register#x",
  "/ar/reset-password-form/abc",
];

describe("the target after a login", () => {
  it.each(attacks)("A-03 rejects %j", (target) => {
    expect(safeRedirect(target, "/home")).toBe("/home");
  });

  it.each([
    "/ar//evil.test/phish",
    "/ar///evil.test",
    "/ar/\\evil.test",
    "/ar/%2Fevil.test",
    "/ar/%2F%2Fevil.test",
    "/ar%2F%2Fevil.test",
    "/ar/%5Cevil.test",
    "/x/..//ar//evil.test",
    "/ar/.//evil.test",
    "/ar/\t/evil.test",
    "/courses//x",
  ])("F-02 rejects %j, which in another language would leave the site", (target) => {
    expect(safeRedirect(target, "/home")).toBe("/home");
  });

  it("F-02 keeps every target on this site in both languages", () => {
    const piece = fc.oneof(
      fc.constantFrom("/", "\\", "//", "/ar", "/ar/", ".", "..", "%2f", "%5c", "\t", "\n", "?", "#", "evil.test", "x"),
      fc.string({ unit: "binary", maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        for (const locale of ["en", "ar"] as const) {
          const address = localePath(safeRedirect(`/${pieces.join("")}`, "/home"), locale);
          expect(new URL(address, "https://nama.example").origin).toBe("https://nama.example");
          expect(address).toMatch(/^\/(?![/\\]|%2f|%5c)/i);
        }
      }),
      { numRuns: 5000 },
    );
  });

  it("A-03 rejects missing and very long targets", () => {
    expect(safeRedirect(null, "/home")).toBe("/home");
    expect(safeRedirect(undefined, "/home")).toBe("/home");
    expect(safeRedirect(`/${"a".repeat(1000)}`, "/home")).toBe("/home");
  });

  it.each([
    "/",
    "/courses/patient-safety?run=3#dates",
    "/ar/checkout/cart",
    "/courses?q=50%25",
    "/logins",
    "/courses/%D8%B3",
  ])("A-03 accepts %j inside the site", (target) => {
    expect(safeRedirect(target, "/home")).toBe(target);
  });

  it("A-03 keeps the browser on this origin for any target", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "/",
        "\\",
        "//",
        ".",
        "..",
        ":",
        "@",
        "%2f",
        "%5c",
        "%2e",
        "\t",
        "\n",
        "\r",
        " ",
        "?",
        "#",
        "javascript:",
        "https:",
        "evil.example",
        "ar",
        "x",
      ),
      fc.string({ unit: "binary", maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const result = safeRedirect(pieces.join(""), "/home");
        for (const base of ["https://nama.example/login", "http://127.0.0.1:3000/ar/login?redirect=x"]) {
          const url = new URL(result, base);
          expect(url.origin).toBe(new URL(base).origin);
          expect(url.username).toBe("");
        }
        expect(result).toMatch(/^\/(?![/\\])/);
        expect(safeRedirect(result, "/home")).toBe(result);
      }),
      { numRuns: 5000 },
    );
  });

  it("A-03 leads to My Courses without a target", () => {
    expect(afterLogin(null)).toBe("/my-courses");
    expect(afterLogin("//evil.example")).toBe("/my-courses");
  });

  it("L-03 reads the course from the page of origin", () => {
    expect(getCourseSlug("/courses/patient-safety-essentials?run=2")).toBe("patient-safety-essentials");
    expect(getCourseSlug("/ar/checkout/patient-safety-essentials")).toBe("patient-safety-essentials");
    expect(["/checkout/cart", "/courses", "/news/x", "//evil.example/courses/x", null].map(getCourseSlug)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it("A-01 adds a flag, and keeps only redirect and message of the query", () => {
    expect(withFlag("?redirect=%2Fcourses%2Fx&redirect_message=X&logout=1&y=2", "registered")).toBe(
      "?registered=1&redirect=%2Fcourses%2Fx&redirect_message=X",
    );
  });
});

describe("the checkout after registration", () => {
  it.each([
    ["/courses/good-clinical-practice#register", "/checkout/good-clinical-practice"],
    ["/ar/courses/good-clinical-practice?run=7#register", "/checkout/good-clinical-practice?run=7"],
    [
      "/courses/good-clinical-practice?run=7&key=AbC-d_1#register",
      "/checkout/good-clinical-practice?run=7&key=AbC-d_1",
    ],
    ["/courses/good-clinical-practice", null],
    ["/courses#register", null],
    ["/checkout/cart#register", null],
    ["//evil.example/courses/good-clinical-practice#register", null],
  ])("%s leads to %s", (redirect, checkout) => {
    expect(checkoutAfterRegistration(`?${new URLSearchParams({ redirect })}`)).toBe(checkout);
  });
});
