import { expect, it } from "vitest";
import { givenName } from "./given-name.ts";

it.each([
  ["Sara Nasser", "Sara"],
  ["Sara N.", "Sara"],
  ["  Sara  ", "Sara"],
  ["Dr. Sara Nasser", "Sara"],
  ["Prof. Dr. Omar", "Omar"],
  ["Dr.", "Dr."],
  ["سارة ناصر", "سارة"],
  ["د. سارة ناصر", "سارة"],
  ["عبد الله ناصر", "عبد الله"],
  ["أبو بكر صالح", "أبو بكر"],
  ["نور الدين خالد", "نور الدين"],
  ["عبدالله ناصر", "عبدالله"],
  ["Abdul Rahman Saleh", "Abdul Rahman"],
  ["Al Anoud Faisal", "Al Anoud"],
  ["J. R. Smith", "J. R. Smith"],
  ["س. ناصر", "س. ناصر"],
  ["Layla O’Brien", "Layla"],
  ["", ""],
])("greets %j as %j", (name, greeted) => {
  expect(givenName(name)).toBe(greeted);
});
