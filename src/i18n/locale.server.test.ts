import { expect, it } from "vitest";
import { acceptedLocale } from "./locale.server.ts";

it.each([
  ["ar-SA,ar;q=0.9,en;q=0.8", "ar"],
  ["fr-FR, en;q=0.5, ar;q=0.4", "en"],
  ["en;q=0.5, ar", "ar"],
  ["ar;q=0, en", "en"],
  ["AR", "ar"],
  [undefined, "en"],
  ["", "en"],
  ["fr", "en"],
  ["*", "en"],
  [";;,", "en"],
  ["ar".repeat(5000), "en"],
])("Accept-Language %s selects %s", (header, locale) => {
  expect(acceptedLocale(header)).toBe(locale);
});
