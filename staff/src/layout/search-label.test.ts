import { expect, it } from "vitest";
import { permissionsOf, staffRoles, type StaffPermission } from "../../../src/features/people/permissions.ts";
import { searchWords } from "./search-label.ts";

it("S-44: the search box names what a role can find, and nothing else", () => {
  const labelsOf = (role: (typeof staffRoles)[number]) =>
    searchWords((permission: StaffPermission) => permissionsOf(role).has(permission));
  expect(labelsOf("content")).toEqual(["staff_menu_courses", "staff_menu_pages"]);
  expect(labelsOf("owner")).toEqual(["staff_menu_orders", "staff_menu_people", "staff_menu_courses"]);
  for (const role of staffRoles) {
    expect(labelsOf(role).includes("staff_menu_orders"), role).toBe(permissionsOf(role).has("orders.read"));
    expect(labelsOf(role).includes("staff_menu_people"), role).toBe(permissionsOf(role).has("people.read"));
    expect(labelsOf(role).length, role).toBeGreaterThan(0);
  }
});
