import { expect, it } from "vitest";
import { hashesAtOnce } from "./password-hash.server.ts";

it("F-12 hashes in parallel, but leaves one processor and two threads free", () => {
  expect([1, 2, 3, 4, 8, 64].map((processors) => hashesAtOnce(processors, 4))).toEqual([1, 1, 2, 2, 2, 2]);
  expect([hashesAtOnce(8, 16), hashesAtOnce(64, 16), hashesAtOnce(2, 1)]).toEqual([7, 14, 1]);
});
