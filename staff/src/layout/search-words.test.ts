import { expect, it } from "vitest";
import { permissionsOf, staffRoles, type StaffPermission } from "../../../src/features/people/permissions.ts";
import { searchWords } from "./search-words.ts";

it("S-44: the search box names what a role can find, and nothing else", () => {
  const wordsOf = (role: (typeof staffRoles)[number]) =>
    searchWords((permission: StaffPermission) => permissionsOf(role).has(permission));
  expect(wordsOf("content")).toEqual(["staff_menu_courses", "staff_menu_pages"]);
  expect(wordsOf("owner")).toEqual(["staff_menu_orders", "staff_menu_people", "staff_menu_courses"]);
  for (const role of staffRoles) {
    expect(wordsOf(role).includes("staff_menu_orders"), role).toBe(permissionsOf(role).has("orders.read"));
    expect(wordsOf(role).includes("staff_menu_people"), role).toBe(permissionsOf(role).has("people.read"));
    expect(wordsOf(role).length, role).toBeGreaterThan(0);
  }
});
