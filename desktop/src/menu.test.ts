import { expect, it } from "vitest";
import { menuParts } from "./menu.ts";
import { labels } from "./labels.ts";

it("D-01 the menu says the same in both languages, and nothing is left in the other one", () => {
  const [english, arabic] = [menuParts("en", false), menuParts("ar", false)];
  const deeds = (parts: typeof english) => parts.map(({ entries }) => entries.map((entry) => entry?.deed));
  expect(deeds(arabic)).toEqual(deeds(english));
  for (const text of Object.values(labels.ar)) expect(text).toMatch(/^[^A-Za-z]*[\u0600-\u06ff][^A-Za-z]*$/);
  for (const text of Object.values(labels.en)) expect(text).not.toMatch(/[\u0600-\u06ff]/);
});

it("D-01 every entry but the system's own stands in the menu once, no key means two things, and pictures can be emptied", () => {
  const entries = menuParts("en", false).flatMap(({ entries: all }) => all.filter((entry) => entry !== null));
  expect(new Set(entries.map(({ deed }) => deed)).size).toBe(entries.length);
  const keys = entries.flatMap(({ key }) => key ?? []);
  expect(new Set(keys).size).toBe(keys.length);
  expect(entries).toContainEqual({ label: "Empty the picture cache", deed: "empty" });
  expect(menuParts("ar", true).flatMap(({ entries: all }) => all.map((entry) => entry?.deed))).not.toContain("quit");
});
