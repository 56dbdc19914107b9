import { expect, it } from "vitest";
import { hashesAtOnce } from "./password-hash.server.ts";

it("F-12 leaves a processor to the pages and two threads to files and compression", () => {
  expect([1, 2, 3, 4, 8, 64].map((processors) => hashesAtOnce(processors, 4))).toEqual([1, 1, 2, 2, 2, 2]);
  expect([hashesAtOnce(8, 16), hashesAtOnce(64, 16), hashesAtOnce(2, 1)]).toEqual([7, 14, 1]);
});
