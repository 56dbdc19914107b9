import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { certificateNumber, normalisedNumber, numberBytes } from "./certificate-number.ts";

const bytes = fc.uint8Array({ minLength: numberBytes, maxLength: numberBytes });

describe("the number of a certificate", () => {
  it("rejects a wrong length or prefix, unused characters and an impossible year", () => {
    const wrong = [
      "",
      "NH",
      "NH-2026-T4W8",
      "NH-2026-T4W8-2C6RX",
      "NH-2026-T4W8-2C60",
      "NH-2026-T4W8-2C6I",
      "NH-1926-T4W8-2C6R",
      "XX-2026-T4W8-2C6R",
      "NH-2026-T4W8-2C6R' or 1=1",
      "ن".repeat(5000),
    ];
    expect(wrong.map(normalisedNumber)).toEqual(wrong.map(() => null));
  });

  it("K-02 is found in other case, spacing and digits, and with invisible characters", () => {
    const typed = [
      "NH-2026-T4W8-2C6R",
      "nh-2026-t4w8-2c6r",
      " nh 2026 t4w8 2c6r ",
      "2026T4W82C6R",
      "NH–2026–T4W8–2C6R",
      "NH-٢٠٢٦-T٤W٨-٢C٦R",
      "\u200fNH-2026-T4W8-2C6R\u200e",
    ];
    expect(new Set(typed.map(normalisedNumber))).toEqual(new Set(["NH-2026-T4W8-2C6R"]));
  });

  it("K-01 has 40 random bits, and no O, I, 0 or 1 after the year", () => {
    fc.assert(
      fc.property(bytes, fc.integer({ min: 2026, max: 2099 }), (random, year) => {
        const number = certificateNumber(year, random);
        expect(number).toMatch(new RegExp(`^NH-${year}-[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$`));
        expect(normalisedNumber(number.toLowerCase().replaceAll("-", ""))).toBe(number);
      }),
    );
    const numbers = new Set(
      Array.from({ length: 256 }, (_, byte) => certificateNumber(2026, Uint8Array.of(byte, 0, 0, 0, 0, 0, 0, 0))),
    );
    expect(numbers.size).toBe(32);
    expect(() => certificateNumber(2026, new Uint8Array(7))).toThrow("eight random bytes");
  });
});
