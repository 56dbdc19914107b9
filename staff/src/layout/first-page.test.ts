import { describe, expect, it } from "vitest";
import { getRolePermissions, staffRoles } from "../../../src/features/people/permissions.ts";
import { pageAfterSignIn } from "./first-page.ts";
import { menu, menuCounts, menuFor } from "./menu.ts";

describe("the page after a sign-in", () => {
  it("S-45 CT-10 is the start of the role's daily work", () => {
    expect(Object.fromEntries(staffRoles.map((role) => [role, pageAfterSignIn(role)]))).toEqual({
      owner: "/",
      training: "/",
      content: "/",
      finance: "/payments",
      support: "/enquiries",
      auditor: "/",
    });
  });

  it("S-45 is in the role's menu", () => {
    const all = new Set(menu.flatMap(({ lines }) => lines.map(({ to }) => to)));
    for (const role of staffRoles) {
      const links = menuFor((permission) => getRolePermissions(role).has(permission), all).flatMap(
        ({ lines }) => lines,
      );
      expect(
        links.map(({ to }) => to),
        role,
      ).toContain(pageAfterSignIn(role).split("?")[0]);
    }
  });

  it("S-45 is the requested page with its filter, but not the portal's root or a foreign address", () => {
    for (const role of staffRoles) {
      expect(pageAfterSignIn(role, "/runs?page=2")).toBe("/runs?page=2");
      expect(pageAfterSignIn(role, "/account")).toBe("/account");
      for (const address of ["/", "", "//example.com", "/\\example.com", "https://example.com"])
        expect(pageAfterSignIn(role, address)).toBe(pageAfterSignIn(role));
    }
  });
});

it("DK-12 shows a count beside Orders in the menu while refunds wait for approval by the signed-in person", () => {
  expect(menuCounts({ refunds: { count: 2 } })).toMatchObject({ orders: 2, payments: 0 });
  expect(menuCounts(undefined)).toMatchObject({ orders: 0 });
  expect(menu.flatMap(({ lines }) => lines.map(({ name }) => name))).toContain("orders");
});
