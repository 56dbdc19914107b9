import { expect, it } from "vitest";
import { maxRows, paginateRows } from "./list-page.server.ts";

const query = { page: 1, perPage: 2, sort: "at", order: "asc" } as const;
const rows = [
  { id: "a", at: null },
  { id: "b", at: "2" },
  { id: "c", at: "1" },
  { id: "d", at: "1" },
];
const ids = (order: "asc" | "desc", page: number) =>
  paginateRows({ ...query, order, page }, rows).data.map(({ id }) => id);

it("returns each row on exactly one page, with empty values last in both orders", () => {
  expect([ids("asc", 1), ids("asc", 2), ids("asc", 3)]).toEqual([["c", "d"], ["b", "a"], []]);
  expect([ids("desc", 1), ids("desc", 2)]).toEqual([
    ["b", "d"],
    ["c", "a"],
  ]);
});

it("counts up to the maximum of a list, and says if there are more", () => {
  const many = Array.from({ length: maxRows + 1 }, (_, id) => ({ id, at: "1" }));
  expect(paginateRows(query, rows)).toMatchObject({ total: 4, more: false });
  expect(paginateRows(query, many)).toMatchObject({ total: maxRows, more: true });
});
