import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leakedPasswords } from "./leaked-passwords.ts";
import { passwordProblem } from "./password.ts";

const sara = { name: "Sara Nasser", email: "sara.nasser@example.com" };
const problem = (password: string, confirmation = password) => passwordProblem(password, confirmation, sara);

describe("a new password", () => {
  it.each([["", "missing"], ["short-1", "short"], ["مرورقصي", "short"], ["😀😀😀😀", "short"], ["x".repeat(64) + "y".repeat(65), "long"], ["three\u0000own words", "characters"], ["three\nown words", "characters"], ["three own \ud800words", "characters"]] as const)("%j is %s", (password, expected) => {
    expect(problem(password)).toBe(expected);
  });

  it.each(["password", "Password1!", "PASSWORD2026", "qwerty123", "12345678", "87654321", "11111111", "abcabcabc", "abcdefghi", "saudiarabia", "namahealth", "Riyadh2026", "كلمةالمرور", "sara.nasser@example.com", "saranasser", "Sara Nasser1", "trustno1", "q1w2e3r4t5y6", "bigdaddy", "Bigdaddy!"])("%j is one that people guess", (password) => {
    expect(problem(password)).toBe("common");
  });

  it.each(["demo-learner-1", "demo-staff-1", "three own words", "ثلاث كلمات من عندي", "correct horse battery", "  leading and trailing  "])("%j is welcome", (password) => {
    expect(problem(password)).toBeNull();
  });

  it("ASVS 6.2.4 none of the 3000 most frequent leaked ones is accepted", () => {
    const leaked = leakedPasswords.split(/\s+/).filter(Boolean);
    expect(leaked.length).toBeGreaterThan(2000);
    expect(leaked.filter((password) => problem(password) === null)).toEqual([]);
  });

  it("A-01 a different repetition is a problem of the password", () => {
    expect(problem("three own words", "three own word")).toBe("mismatch");
    expect(problem("three own words", "")).toBe("mismatch");
  });

  it("is the same in every form of Unicode: composed, decomposed, wide", () => {
    expect(problem("mot de passé à moi", "mot de passé à moi".normalize("NFD"))).toBeNull();
    fc.assert(fc.property(fc.string({ minLength: 8, maxLength: 60, unit: "grapheme" }), (text) => void expect(problem(text, text.normalize("NFD"))).not.toBe("mismatch")));
  });

  it("never throws, whatever is sent", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.string({ unit: "binary" }), (a, b) => void expect([null, "missing", "characters", "short", "long", "common", "mismatch"]).toContain(problem(a, b))), { numRuns: 300 });
  });
});
