import { describe, expect, it } from "vitest";
import { keepRedirect, redirectQuery } from "./safe-redirect.ts";

describe("where someone was going, from one entrance page to the next", () => {
  it("F-21 keeps nothing that leads off this site or back to an entrance", () => {
    for (const target of ["//evil.example", "https://evil.example", "javascript:alert(1)", "/login", ""]) {
      expect(keepRedirect(`?${new URLSearchParams({ redirect: target, redirect_message: "Log in" })}`)).toBe("");
      expect(redirectQuery(target)).toBe("");
    }
    expect(keepRedirect("")).toBe("");
    expect(redirectQuery(undefined)).toBe("");
  });

  it("F-21 keeps the page and the message, and leaves the flags of the login page behind", () => {
    const query = new URLSearchParams(
      keepRedirect(
        `?${new URLSearchParams({ expired: "1", registered: "1", redirect: "/ar/courses/x?run=3#dates", redirect_message: "«س»" })}`,
      ),
    );
    expect(Object.fromEntries(query)).toEqual({ redirect: "/ar/courses/x?run=3#dates", redirect_message: "«س»" });
  });
});
