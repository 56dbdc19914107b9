import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decimalFromHalalas, formatSar, groupedAmount, halalasFromDecimal } from "./money.ts";

const halalas = fc.integer({ min: 0, max: 999_999_999_99 });

describe("money as text", () => {
  it("rejects text that is not an amount", () => {
    for (const text of ["", "-1", "1.", ".5", "1.234", "1,000", "1e3", " 1", "١", "NaN", "12345678901"])
      expect(halalasFromDecimal(text), text).toBeNull();
  });

  it("converts to text with two decimals and back without loss", () => {
    fc.assert(
      fc.property(halalas, (amount) => {
        const text = decimalFromHalalas(amount);
        expect(text).toMatch(/^\d+\.\d{2}$/);
        expect(halalasFromDecimal(text)).toBe(amount);
      }),
    );
  });

  it("accepts one decimal or none", () => {
    expect(halalasFromDecimal("1150")).toBe(115_000);
    expect(halalasFromDecimal("0.5")).toBe(50);
    expect(decimalFromHalalas(-5)).toBe("-0.05");
  });

  it("groups by thousands and loses no digit", () => {
    fc.assert(
      fc.property(halalas, (amount) => {
        const text = decimalFromHalalas(amount);
        expect(groupedAmount(text).replaceAll(",", "")).toBe(text);
        expect(groupedAmount(text)).toMatch(/^\d{1,3}(,\d{3})*\.\d{2}$/);
      }),
    );
  });

  it("formats currency and number without a break, in the order of the language", () => {
    expect(formatSar("2400.00", "en")).toBe("SAR\u00a02,400.00");
    expect(formatSar("2400.00", "ar")).toBe("2,400.00\u00a0ر.س");
  });

  it("U-15 puts the minus before the currency", () => {
    expect(formatSar("-3720.00", "en")).toBe("\u2212SAR\u00a03,720.00");
    expect(formatSar("-3720.00", "ar")).toBe("\u2066\u22123,720.00\u2069\u00a0ر.س");
  });
});
