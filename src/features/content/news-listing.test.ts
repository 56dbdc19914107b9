import { expect, it } from "vitest";
import { newsAddress, parseNewsListing } from "./content.ts";

const read = (query: string) => parseNewsListing(new URLSearchParams(query));

it("C-09 the address of the news holds words and page", () => {
  expect(read("search=+near+miss+&page=3")).toEqual({ search: "near miss", page: 3 });
  expect(newsAddress({ search: "near miss", page: 3 })).toBe("/news?search=near+miss&page=3");
  expect(newsAddress({ search: "", page: 1 })).toBe("/news");
});

it("C-09 what makes no sense in the address counts as absent", () => {
  for (const page of ["0", "-1", "x", "999999"]) expect(read(`page=${page}`).page).toBe(1);
  expect(read(`search=${"a".repeat(500)}`).search).toHaveLength(120);
  expect(read("search=%00%1f").search).toBe("");
});
