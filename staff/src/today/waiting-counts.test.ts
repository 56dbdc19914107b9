import { expect, it } from "vitest";
import { entityNames } from "../../../src/features/content/entities/revision-entities.ts";
import { loadPageTexts, setLocale } from "../messages.ts";
import { arabicCounts } from "./waiting-counts.tsx";

it("CT-20 names the number of missing Arabic texts of every kind, in both languages", async () => {
  await setLocale("en");
  await loadPageTexts();
  expect(arabicCounts({ "page-meta": 1, course: 2, news: 3 })).toEqual([
    "3 stories",
    "2 courses",
    "1 search and sharing text",
  ]);
  for (const locale of ["en", "ar"] as const) {
    await setLocale(locale);
    for (const kind of entityNames) expect(arabicCounts({ [kind]: 1 })[0], `${locale} ${kind}`).toBeTruthy();
  }
});
