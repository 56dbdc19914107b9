import { expect, it } from "vitest";
import { parseQuery, searchAddress } from "./search.ts";

const read = (query: string) => parseQuery(new URLSearchParams(query));

it("C-10 the address contains the words, and the selected kind", () => {
  expect(read("q=clinical+audit&type=course")).toEqual({ q: "clinical audit", type: "course" });
  expect(searchAddress({ q: "clinical audit", type: "course" })).toBe("/search?q=clinical+audit&type=course");
  expect(searchAddress({ q: "تدقيق", type: undefined })).toBe("/search?q=%D8%AA%D8%AF%D9%82%D9%8A%D9%82");
});

it("C-10 ignores an unknown kind, cuts a long query and removes control characters", () => {
  expect(read("q=a&type=people").type).toBeUndefined();
  expect(read(`q=${"a".repeat(400)}`).q).toHaveLength(200);
  expect(read("q=%00").q).toBe("");
});
