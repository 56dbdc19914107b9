import { expect, it } from "vitest";
import { getMenuSections } from "./menu.ts";
import { labels } from "./labels.ts";

it("D-01 the menu has the same entries in both languages, and no text is in the wrong language", () => {
  const [english, arabic] = [getMenuSections("en", false), getMenuSections("ar", false)];
  const getActions = (sections: typeof english) => sections.map(({ entries }) => entries.map((entry) => entry?.action));
  expect(getActions(arabic)).toEqual(getActions(english));
  for (const text of Object.values(labels.ar)) expect(text).toMatch(/^[^A-Za-z]*[\u0600-\u06ff][^A-Za-z]*$/);
  for (const text of Object.values(labels.en)) expect(text).not.toMatch(/[\u0600-\u06ff]/);
});

it("D-01 each action and each key occurs once in the menu, one entry empties the picture cache, and a Mac has no Quit", () => {
  const entries = getMenuSections("en", false).flatMap((section) => section.entries.filter((entry) => entry !== null));
  expect(new Set(entries.map(({ action }) => action)).size).toBe(entries.length);
  const keys = entries.flatMap(({ key }) => key ?? []);
  expect(new Set(keys).size).toBe(keys.length);
  expect(entries).toContainEqual({ label: "Empty the picture cache", action: "emptyCache" });
  const macEntries = getMenuSections("ar", true).flatMap((section) => section.entries);
  expect(macEntries.map((entry) => entry?.action)).not.toContain("quit");
});
