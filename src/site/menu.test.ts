import { expect, it } from "vitest";
import { coursesEntry, getAriaCurrent, phoneMenu, siteMenu, type MenuEntry } from "./menu.ts";

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
function findEntry(path: string): MenuEntry {
  const menuEntry = siteMenu
    .flatMap((entry) => [entry, ...(entry.children ?? [])])
    .find((entry) => entry.path === path);
  if (!menuEntry) throw new Error(`no entry ${path}`);
  return menuEntry;
}

it("R-14 contains every entry of the specification", () => {
  expect(paths(siteMenu)).toEqual(expect.arrayContaining(specified));
});

it("R-14 marks the entry of the page, or the parent of a page without an entry", () => {
  expect(getAriaCurrent(findEntry("/medical-training-center"), "/medical-training-center")).toBe("page");
  expect(getAriaCurrent(findEntry("/medical-training-center"), "/courses/patient-safety-essentials")).toBe("true");
  expect(getAriaCurrent(findEntry("/about-us"), "/vision")).toBe("true");
  expect(getAriaCurrent(findEntry("/digital-health-solutions"), "/hospital-information-system")).toBe("true");
});

it("R-14 U-27 marks Courses on a phone and the training centre in a wide window", () => {
  const listMarked = (menu: readonly MenuEntry[], path: string) =>
    menu.flatMap((entry) => (getAriaCurrent(entry, path) ? [[entry.path, getAriaCurrent(entry, path)]] : []));
  expect(listMarked(phoneMenu, "/courses")).toEqual([["/courses", "page"]]);
  expect(listMarked(phoneMenu, "/courses/patient-safety-essentials")).toEqual([["/courses", "true"]]);
  expect(listMarked(phoneMenu, "/checkout/cart")).toEqual([["/medical-training-center", "true"]]);
  expect(listMarked(siteMenu, "/courses")).toEqual([["/medical-training-center", "true"]]);
  expect(getAriaCurrent(coursesEntry, "/cart")).toBeUndefined();
});

it("R-14 marks no other entry, no similar path, and no anchor", () => {
  expect(getAriaCurrent(findEntry("/contact-us"), "/courses")).toBeUndefined();
  expect(getAriaCurrent(findEntry("/medical-training-center"), "/courses-archive")).toBeUndefined();
  expect(
    getAriaCurrent(findEntry("/digital-health-solutions#radar-section"), "/digital-health-solutions"),
  ).toBeUndefined();
});
