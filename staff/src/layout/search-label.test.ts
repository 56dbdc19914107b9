import { expect, it } from "vitest";
import { getRolePermissions, staffRoles, type StaffPermission } from "../../../src/features/people/permissions.ts";
import { searchLabelKeys } from "./search-label.ts";

it("S-44: the search box names only what a role can find", () => {
  const getLabelKeys = (role: (typeof staffRoles)[number]) =>
    searchLabelKeys((permission: StaffPermission) => getRolePermissions(role).has(permission));
  expect(getLabelKeys("content")).toEqual(["staff_menu_courses", "staff_menu_pages"]);
  expect(getLabelKeys("owner")).toEqual(["staff_menu_orders", "staff_menu_people", "staff_menu_courses"]);
  for (const role of staffRoles) {
    expect(getLabelKeys(role).includes("staff_menu_orders"), role).toBe(getRolePermissions(role).has("orders.read"));
    expect(getLabelKeys(role).includes("staff_menu_people"), role).toBe(getRolePermissions(role).has("people.read"));
    expect(getLabelKeys(role).length, role).toBeGreaterThan(0);
  }
});
