import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itemsKey, priceOrder, taxOn } from "./pricing.ts";

const line = fc.record({
  unitPriceHalalas: fc.integer({ min: 0, max: 5_000_000 }),
  qty: fc.integer({ min: 1, max: 20 }),
});

describe("what an order costs", () => {
  it("rounds tax once per order, half up (docs/pricing.md rule 3)", () => {
    expect(
      priceOrder(
        [
          { unitPriceHalalas: 3330, qty: 1 },
          { unitPriceHalalas: 3330, qty: 1 },
        ],
        15,
      ),
    ).toEqual({ subTotalHalalas: 6660, taxHalalas: 999, totalHalalas: 7659 });
    expect(taxOn(10, 15)).toBe(2); // 1.5 halalas
    expect(taxOn(9, 15)).toBe(1); // 1.35 halalas
    expect(taxOn(240_000, 15)).toBe(36_000);
    expect(taxOn(100, 5.5)).toBe(6);
  });

  it("S-03 totals are whole halalas, add up, and are within half a halala of the exact tax", () => {
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 0, max: 2500 }),
        (lines, basisPoints) => {
          const totals = priceOrder(lines, basisPoints / 100);
          expect(Number.isSafeInteger(totals.taxHalalas)).toBe(true);
          expect(totals.totalHalalas).toBe(totals.subTotalHalalas + totals.taxHalalas);
          // Exact arithmetic: 2·|tax·10000 − subtotal·rate| ≤ 10000, and a tie goes up.
          const exact = BigInt(totals.subTotalHalalas) * BigInt(basisPoints);
          const difference = BigInt(totals.taxHalalas) * 10_000n - exact;
          expect(difference <= 5_000n && difference > -5_000n).toBe(true);
        },
      ),
    );
  });

  it("does not depend on the order of the lines", () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 10 }), (lines) => {
        expect(priceOrder([...lines].reverse(), 15)).toEqual(priceOrder(lines, 15));
      }),
    );
    expect(
      itemsKey([
        { runId: 9, qty: 1 },
        { runId: 10, qty: 2 },
      ]),
    ).toBe(
      itemsKey([
        { runId: 10, qty: 2 },
        { runId: 9, qty: 1 },
      ]),
    );
    expect(itemsKey([{ runId: 1, qty: 12 }])).not.toBe(itemsKey([{ runId: 11, qty: 2 }]));
  });
});
