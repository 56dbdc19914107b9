import { expect, it } from "vitest";
import { greetingName, oneLine } from "./emails.server.tsx";

it.each([
  "Buy now: x.example",
  "http://evil.example",
  "www evil",
  "a@b.example",
  "Call 0500000000",
  "<b>Sara</b>",
  "x".repeat(51),
  "evil.example",
])("does not greet anyone as %j", (name) => {
  expect(greetingName(name)).toBeNull();
});

it.each(["Sara N.", "Dr. Huda A.", "د. هدى ع.", "Anne-Marie O'Neil"])("greets %s", (name) => {
  expect(greetingName(name)).toBe(name);
});

it("a subject is put on one line", () => {
  expect(oneLine(" Sara\r\nBcc: x\u2028y ")).toBe("Sara Bcc: x y");
});
