import { expect, it } from "vitest";
import { maxRows, pageOfRows } from "./list-page.server.ts";

const query = { page: 1, perPage: 2, sort: "at", order: "asc" } as const;
const rows = [
  { id: "a", at: null },
  { id: "b", at: "2" },
  { id: "c", at: "1" },
  { id: "d", at: "1" },
];
const ids = (order: "asc" | "desc", page: number) =>
  pageOfRows({ ...query, order, page }, rows).data.map(({ id }) => id);

it("a page of rows at hand: each row on one page, empty values last in either order", () => {
  expect([ids("asc", 1), ids("asc", 2), ids("asc", 3)]).toEqual([["c", "d"], ["b", "a"], []]);
  expect([ids("desc", 1), ids("desc", 2)]).toEqual([
    ["b", "d"],
    ["c", "a"],
  ]);
});

it("counts as far as lists go, and says that there are more", () => {
  const many = Array.from({ length: maxRows + 1 }, (_, id) => ({ id, at: "1" }));
  expect(pageOfRows(query, rows)).toMatchObject({ total: 4, more: false });
  expect(pageOfRows(query, many)).toMatchObject({ total: maxRows, more: true });
});
