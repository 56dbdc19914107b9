import { expect, it } from "vitest";
import { currentOf, siteMenu, type MenuEntry } from "./menu.ts";

const specified = [
  "/about-us-arabic",
  "/about-us",
  "/vision",
  "/mission",
  "/medical-training-center",
  "/nama-learning-management",
  "/digital-health-solutions",
  "/digital-health-solutions#radar-section",
  "/digital-health-solutions#about_main_image_block",
  "/consultancy-services",
  "/contact-us",
];
const paths = (entries: readonly MenuEntry[]): string[] =>
  entries.flatMap((entry) => [entry.path, ...paths(entry.children ?? [])]);
function entryOf(path: string): MenuEntry {
  const found = siteMenu.flatMap((entry) => [entry, ...(entry.children ?? [])]).find((entry) => entry.path === path);
  if (!found) throw new Error(`no entry ${path}`);
  return found;
}

it("R-14 names every entry and sub-entry of the specification", () => {
  expect(paths(siteMenu)).toEqual(expect.arrayContaining(specified));
});

it("R-14 lights the entry of the page and the parent of a page without an entry", () => {
  expect(currentOf(entryOf("/medical-training-center"), "/medical-training-center")).toBe("page");
  expect(currentOf(entryOf("/medical-training-center"), "/courses/patient-safety-essentials")).toBe("true");
  expect(currentOf(entryOf("/about-us"), "/vision")).toBe("true");
  expect(currentOf(entryOf("/digital-health-solutions"), "/hospital-information-system")).toBe("true");
});

it("R-14 lights nothing else: not another entry, not a page with a like name, not an anchor", () => {
  expect(currentOf(entryOf("/contact-us"), "/courses")).toBeUndefined();
  expect(currentOf(entryOf("/medical-training-center"), "/courses-archive")).toBeUndefined();
  expect(currentOf(entryOf("/digital-health-solutions#radar-section"), "/digital-health-solutions")).toBeUndefined();
});
