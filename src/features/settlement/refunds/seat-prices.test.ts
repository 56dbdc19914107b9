import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineTaxes } from "#features/invoices/document.ts";
import { lineNet, priceOrder } from "#features/orders/pricing.ts";
import { propertyRuns } from "#test/open-database.ts";
import { seatPrices } from "./seat-prices.ts";

const line = fc
  .record({
    unitPriceHalalas: fc.integer({ min: 100, max: 2_000_000 }),
    qty: fc.integer({ min: 1, max: 50 }),
    percent: fc.integer({ min: 0, max: 90 }),
  })
  .map(({ unitPriceHalalas, qty, percent }) => {
    return { unitPriceHalalas, qty, discountHalalas: Math.floor((unitPriceHalalas * qty * percent) / 100) };
  });
const sum = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0);

describe("what a seat cost", () => {
  it("is its share of the discounted line including VAT, larger shares first", () => {
    const lines = [{ unitPriceHalalas: 100_000, qty: 3, discountHalalas: 100 }];
    const { taxHalalas } = priceOrder(lines, 15);
    expect(seatPrices(lines, { taxPercent: 15, taxHalalas })).toEqual([
      [
        { netHalalas: 99_967, totalHalalas: 114_962 },
        { netHalalas: 99_967, totalHalalas: 114_962 },
        { netHalalas: 99_966, totalHalalas: 114_961 },
      ],
    ]);
  });

  it(`X-05 adds up to its line and its order to the halala, over ${propertyRuns} cases`, () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 2500 }),
        (lines, basisPoints) => {
          const taxPercent = basisPoints / 100;
          const { taxHalalas, totalHalalas } = priceOrder(lines, taxPercent);
          const taxes = lineTaxes(lines.map(lineNet), taxPercent, taxHalalas);
          const prices = seatPrices(lines, { taxPercent, taxHalalas });
          for (const [at, seats] of prices.entries()) {
            const pricedLine = lines[at];
            if (!pricedLine) throw new Error("A line is missing");
            const totals = seats.map((seat) => seat.totalHalalas);
            expect(sum(seats.map(({ netHalalas }) => netHalalas))).toBe(lineNet(pricedLine));
            expect(sum(totals)).toBe(lineNet(pricedLine) + (taxes[at] ?? 0));
            expect(Math.max(...totals) - Math.min(...totals)).toBeLessThanOrEqual(1);
          }
          expect(sum(prices.flat().map((seat) => seat.totalHalalas))).toBe(totalHalalas);
        },
      ),
      { numRuns: propertyRuns },
    );
  });
});
