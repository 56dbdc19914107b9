import { expect, it } from "vitest";
import { holdsAddress, otherNameProblem, scriptProblem } from "./names.ts";

it.each([
  ["Sara Nasser", "سارة ناصر", null],
  ["سارة ناصر", "Sara Nasser", null],
  ["Sara Nasser", "", null],
  ["Sara Nasser", "Sara Naser", "arabic"],
  ["سارة ناصر", "سارة", "latin"],
  ["سارة ناصر", "李小龍", "latin"],
])("U-11 for %s, the other name %j has the problem %s", (name, other, problem) => {
  expect(otherNameProblem(name, other)).toBe(problem);
});

it("U-11 rejects an Arabic name where Latin letters are required", () => {
  expect(scriptProblem("ليلى الحربي", "latin")).toBe("latin");
  expect(scriptProblem("Layla Alharbi", "latin")).toBeNull();
});

it("S-14 detects web and email addresses in names, but accepts dots, dashes and slashes", () => {
  const addresses = [
    "https://evil.test/win Click",
    "www.evil.test",
    "win@evil.test",
    "Visit evil.com now",
    "EVIL.XYZ/a",
  ];
  for (const text of addresses) expect(holdsAddress(text), text).toBe(true);
  const names = [
    "Dr. Sara Al-Harbi",
    "Dr.Ahmed",
    "S. Kumar s/o Raj",
    "D'Souza, M.D.",
    "عبد الله بن محمد",
    "Mary-Ann O’Neil",
  ];
  for (const text of names) expect(holdsAddress(text), text).toBe(false);
});
