import { expect, it } from "vitest";
import { newsAddress, parseNewsListing } from "./content.ts";

const read = (query: string) => parseNewsListing(new URLSearchParams(query));

it("C-09 the news address contains words and page", () => {
  expect(read("search=+near+miss+&page=3")).toEqual({ search: "near miss", page: 3 });
  expect(newsAddress({ search: "near miss", page: 3 })).toBe("/news?search=near+miss&page=3");
  expect(newsAddress({ search: "", page: 1 })).toBe("/news");
});

it("C-09 ignores an invalid page, cuts long words and removes control characters", () => {
  for (const page of ["0", "-1", "x", "999999"]) expect(read(`page=${page}`).page).toBe(1);
  expect(read(`search=${"a".repeat(500)}`).search).toHaveLength(120);
  expect(read("search=%00%1f").search).toBe("");
});
