import { expect, it } from "vitest";
import { hashingSlots } from "#features/people/password-hash.server.ts";
import { api } from "./api.ts";

it("F-12 every endpoint that computes a password hash takes a hashing slot", () => {
  const bounded = Object.entries(api).flatMap(([path, { concurrencyLimit }]) =>
    concurrencyLimit === hashingSlots ? [path] : [],
  );
  expect(bounded.toSorted()).toEqual([
    "/api/change-password",
    "/api/confirm-email",
    "/api/delete-account",
    "/api/edit-profile",
    "/api/end-other-sessions",
    "/api/end-session",
    "/api/login",
    "/api/register",
    "/api/reset-password",
  ]);
});
