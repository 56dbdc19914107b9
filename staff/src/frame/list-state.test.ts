import { expect, it } from "vitest";
import { listPath, normalizeFilter, readQuery, withQuery } from "./list-state.ts";

const initial = { perPage: 25, sort: "-id" };
const read = (address: string, otherParams: string[] = []) =>
  readQuery(new URLSearchParams(address), initial, otherParams);

it("reads a list from the parameters of its address, with the page's defaults", () => {
  expect(read("")).toEqual({ page: 1, perPage: 25, sort: "-id", filter: {} });
  expect(read("status=paid&status=refunded&q=Huda&sort=total&page=2&per_page=50")).toEqual({
    page: 2,
    perPage: 50,
    sort: "total",
    filter: { status: ["paid", "refunded"], q: "Huda" },
  });
  expect(read("per_page=1000&page=-1")).toMatchObject({ page: 1, perPage: 100 });
  expect(read("view=month&state=ahead", ["view"]).filter).toEqual({ state: "ahead" });
});

it("reads addresses that were bookmarked before November 2026", () => {
  const filter = JSON.stringify({ status: ["paid"], company: true, run_id: 7, q: "" });
  const oldParams = new URLSearchParams({ filter, sort: "total", order: "DESC", page: "3", perPage: "50" });
  const query = { page: 3, perPage: 50, sort: "-total", filter: { status: "paid", company: "true", run_id: "7" } };
  expect(readQuery(oldParams, initial)).toEqual(query);
  expect(String(withQuery(oldParams, query))).toBe("sort=-total&page=3&status=paid&company=true&run_id=7&per_page=50");
  expect(read("filter=%7B%22q").filter).toEqual({});
  expect(read("sort=total&order=ASC").sort).toBe("total");
});

it("writes a list into the address, and keeps the other parameters of its screen", () => {
  const before = new URLSearchParams("open=4&q=old&page=9");
  const next = withQuery(before, { page: 1, perPage: 25, sort: "-id", filter: { paused: "true" } }, ["open"]);
  expect(String(next)).toBe("open=4&page=1&paused=true&sort=-id&per_page=25");
  expect(readQuery(next, initial, ["open"])).toEqual({ page: 1, perPage: 25, sort: "-id", filter: { paused: "true" } });
});

it("normalizes filter values to texts, whether they are text, number or boolean", () => {
  expect(normalizeFilter({ a: 1, b: true, c: ["x"], d: ["x", 2], e: "", f: null, g: undefined, h: [] })).toEqual({
    a: "1",
    b: "true",
    c: "x",
    d: ["x", "2"],
  });
  expect(listPath("/mails", { state: ["failed"], q: "a b&c" })).toBe("/mails?state=failed&q=a+b%26c");
});
