import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commonPasswords, passwordProblem } from "./password.ts";

const sara = { name: "Sara Nasser", otherName: "سارة ناصر", email: "sara.nasser@example.com" };
const problem = (password: string, confirmation = password) => passwordProblem(password, confirmation, sara);

describe("a new password", () => {
  it.each([
    ["", "missing"],
    ["short-1", "short"],
    ["مرورقصي", "short"],
    ["😀😀😀😀", "short"],
    ["x".repeat(64) + "y".repeat(65), "long"],
    ["three\u0000own words", "characters"],
    ["three\nown words", "characters"],
    ["three own \ud800words", "characters"],
  ] as const)("reports %j as %s", async (password, expected) => {
    expect(await problem(password)).toBe(expected);
  });

  it.each([
    "password",
    "Password1!",
    "PASSWORD2026",
    "qwerty123",
    "12345678",
    "87654321",
    "11111111",
    "abcabcabc",
    "abcdefghi",
    "saudiarabia",
    "namahealth",
    "Riyadh2026",
    "كلمةالمرور",
    "sara.nasser@example.com",
    "saranasser",
    "Sara Nasser1",
    "سارة ناصر",
    "سارةناصر1",
    "trustno1",
    "q1w2e3r4t5y6",
    "bigdaddy",
    "Bigdaddy!",
    "highland",
    "Jessica123!",
    "liverpool1",
  ])("rejects %j as easy to guess", async (password) => {
    expect(await problem(password)).toBe("common");
  });

  it.each([
    "demo-learner-1",
    "demo-staff-1",
    "three own words",
    "ثلاث كلمات من عندي",
    "correct horse battery",
    "  leading and trailing  ",
  ])("accepts %j", async (password) => {
    expect(await problem(password)).toBeNull();
  });

  it("ASVS 6.2.4 6.2.12 rejects all leaked passwords of at least 8 characters, in lower and upper case", async () => {
    const leaked = [...(await commonPasswords())].filter((password) => password.length >= 8);
    expect(leaked.length).toBeGreaterThan(17_000);
    const accepted: string[] = [];
    for (const password of leaked)
      for (const spelled of [password, password.toUpperCase()])
        if ((await problem(spelled)) === null) accepted.push(spelled);
    expect(accepted).toEqual([]);
  });

  it("A-01 rejects a different confirmation", async () => {
    expect(await problem("three own words", "three own word")).toBe("mismatch");
    expect(await problem("three own words", "")).toBe("mismatch");
  });

  it("treats composed, decomposed and wide Unicode forms as equal", async () => {
    expect(await problem("mot de passé à moi", "mot de passé à moi".normalize("NFD"))).toBeNull();
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 8, maxLength: 60, unit: "grapheme" }),
        async (text) => void expect(await problem(text, text.normalize("NFD"))).not.toBe("mismatch"),
      ),
    );
  });

  it("never throws for any input", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: "binary", maxLength: 200 }),
        fc.string({ unit: "binary" }),
        async (a, b) =>
          void expect([null, "missing", "characters", "short", "long", "common", "mismatch"]).toContain(
            await problem(a, b),
          ),
      ),
      { numRuns: 300 },
    );
  });
});
