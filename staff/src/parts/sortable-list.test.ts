import { expect, it } from "vitest";
import { moveItem } from "./sortable-list.tsx";

it("CT-19 moves an item down or up, or leaves it in place", () => {
  expect(moveItem(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
  expect(moveItem(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
  expect(moveItem(["a", "b", "c"], 1, 1)).toEqual(["a", "b", "c"]);
});
