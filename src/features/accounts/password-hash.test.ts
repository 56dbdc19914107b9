import { expect, it } from "vitest";
import { api } from "../../api.ts";
import { hashesAtOnce, passwordPlaces } from "./password-hash.server.ts";

it("F-12 leaves a processor to the pages and two threads to files and compression", () => {
  expect([1, 2, 3, 4, 8, 64].map((processors) => hashesAtOnce(processors, 4))).toEqual([1, 1, 2, 2, 2, 2]);
  expect([hashesAtOnce(8, 16), hashesAtOnce(64, 16), hashesAtOnce(2, 1)]).toEqual([7, 14, 1]);
});

it("F-12 every call that computes a hash takes a place", () => {
  const bounded = Object.entries(api).flatMap(([path, { places }]) => (places === passwordPlaces ? [path] : []));
  expect(bounded.toSorted()).toEqual(["/api/change-password", "/api/delete-account", "/api/edit-profile", "/api/end-other-sessions", "/api/end-session", "/api/login", "/api/register", "/api/reset-password"]);
});
