import { describe, expect, it } from "vitest";
import { keepRedirect, redirectQuery } from "./safe-redirect.ts";

describe("the redirect target between login, registration and password pages", () => {
  it("F-21 drops targets off the site and login pages", () => {
    for (const target of ["//evil.example", "https://evil.example", "javascript:alert(1)", "/login", ""]) {
      expect(keepRedirect(`?${new URLSearchParams({ redirect: target, redirect_message: "Log in" })}`)).toBe("");
      expect(redirectQuery(target)).toBe("");
    }
    expect(keepRedirect("")).toBe("");
    expect(redirectQuery(undefined)).toBe("");
  });

  it("F-21 keeps target and message, but no flags of the login page", () => {
    const query = new URLSearchParams(
      keepRedirect(
        `?${new URLSearchParams({ expired: "1", registered: "1", redirect: "/ar/courses/x?run=3#dates", redirect_message: "«س»" })}`,
      ),
    );
    expect(Object.fromEntries(query)).toEqual({ redirect: "/ar/courses/x?run=3#dates", redirect_message: "«س»" });
  });
});
