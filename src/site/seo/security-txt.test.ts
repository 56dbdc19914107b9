import { expect, it } from "vitest";
import { securityTxt } from "./routes.server.ts";

it("F-13 names contacts, and expires half a year from today", () => {
  const text = securityTxt({
    origin: "https://nama.example",
    email: "hello@example.com",
    now: new Date("2026-11-22T21:15:00.123Z"),
  });
  expect(text).toBe(
    "Contact: mailto:hello@example.com\nContact: https://nama.example/contact-us\nExpires: 2027-05-21T00:00:00Z\nPreferred-Languages: en, ar\nCanonical: https://nama.example/.well-known/security.txt\n",
  );
  const endOfYear = securityTxt({
    origin: "https://nama.example",
    email: "a@example.com",
    now: new Date("2027-12-31T23:59:59Z"),
  });
  const expires = new Date(endOfYear.match(/^Expires: (.*)$/m)?.[1] ?? "").getTime();
  expect(expires - Date.parse("2027-12-31T23:59:59Z")).toBeLessThan(365 * 24 * 60 * 60 * 1000);
});
