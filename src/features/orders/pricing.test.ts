import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { propertyRuns } from "#test/open-database.ts";
import {
  discountLines,
  itemsKey,
  lineNet,
  priceOrder,
  seatShare,
  taxOn,
  type CodeDiscount,
  type GroupPrice,
} from "./pricing.ts";

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

const discountable = fc.record({
  unitPriceHalalas: fc.integer({ min: 100, max: 2_000_000 }),
  qty: fc.integer({ min: 1, max: 50 }),
  group: fc.option(fc.record({ fromSeats: fc.integer({ min: 2, max: 50 }), percent: fc.integer({ min: 1, max: 90 }) })),
  isForCode: fc.boolean(),
});
const anyCode = fc.oneof(
  fc.record({
    percent: fc.integer({ min: 1, max: 90 }),
    amountHalalas: fc.constant(null),
    maxDiscountHalalas: fc.option(fc.integer({ min: 100, max: 10_000_000 })),
  }),
  fc.record({ percent: fc.constant(null), amountHalalas: fc.integer({ min: 100, max: 1_000_000 }) }),
);

const seats = (qty: number, isForCode = true, group: GroupPrice | null = null) => {
  return { unitPriceHalalas: 240_000, qty, isForCode, group };
};
const tenPercent: CodeDiscount = { percent: 10, amountHalalas: null };
const group = { fromSeats: 5, percent: 15 };

describe("the discount of a line", () => {
  it("is null without a group price and a code, and for too few seats", () => {
    expect(discountLines([seats(6)], null)).toEqual([null]);
    expect(discountLines([seats(4, false, group)], tenPercent)).toEqual([null]);
  });

  it("is a percentage of each line that the code is for, before VAT", () => {
    const [discount, none] = discountLines([seats(6), seats(2, false)], tenPercent);
    expect(discount).toEqual({ kind: "code", halalas: 144_000, percent: 10 });
    expect(none).toBeNull();
    const lines = [{ ...seats(6), discountHalalas: discount?.halalas ?? 0 }];
    expect(priceOrder(lines, 15)).toEqual({ subTotalHalalas: 1_296_000, taxHalalas: 194_400, totalHalalas: 1_490_400 });
  });

  it("is the higher of group price and code, decided for each line", () => {
    const lines = [seats(5, true, group), seats(1), seats(5, true, { fromSeats: 5, percent: 5 })];
    expect(discountLines(lines, tenPercent).map((one) => one?.kind)).toEqual(["group", "code", "code"]);
    expect(discountLines([seats(5, true, { fromSeats: 5, percent: 10 })], tenPercent)[0]?.kind).toBe("group");
  });

  it("is the rounding remainder of a price for the whole run, only if all its seats are bought", () => {
    const whole = (qty: number) => ({
      ...seats(qty, false, { seats: 12, netHalalas: 2_000_000 }),
      unitPriceHalalas: 166_667,
    });
    expect(discountLines([whole(12)], null)).toEqual([{ kind: "group", halalas: 4, percent: null }]);
    expect(discountLines([whole(11)], null)).toEqual([null]);
    expect(seatShare(2_000_000, 12)).toBe(166_667);
    expect(discountLines([seats(10, false, { seats: 10, netHalalas: 2_400_000 })], null)).toEqual([null]);
  });

  it("splits a fixed amount by price, and leaves at least a tenth of each price to pay", () => {
    const amount = { percent: null, amountHalalas: 100_001 };
    expect(discountLines([seats(1), seats(2)], amount).map((one) => one?.halalas)).toEqual([33_334, 66_667]);
    expect(discountLines([{ ...seats(1), unitPriceHalalas: 1000 }], amount)[0]?.halalas).toBe(900);
  });

  it("X-05 caps a percentage at the code's maximum, split by each line's own discount", () => {
    const capped = { ...tenPercent, maxDiscountHalalas: 50_000 };
    expect(discountLines([seats(1)], capped)[0]).toEqual({ kind: "code", halalas: 24_000, percent: 10 });
    expect(discountLines([seats(3), seats(6), seats(9, false)], capped)).toEqual([
      { kind: "code", halalas: 16_667, percent: null },
      { kind: "code", halalas: 33_333, percent: null },
      null,
    ]);
  });

  it(`X-05 is whole halalas, below the price, and the higher of both discounts, over ${propertyRuns} cases`, () => {
    fc.assert(
      fc.property(fc.array(discountable, { minLength: 1, maxLength: 8 }), anyCode, (lines, code) => {
        const best = discountLines(lines, code);
        const singleDiscounts = [
          discountLines(lines, null),
          discountLines(
            lines.map((one) => ({ ...one, group: null })),
            code,
          ),
        ];
        for (const [at, line] of lines.entries()) {
          const halalas = best[at]?.halalas ?? 0;
          expect(Number.isSafeInteger(halalas)).toBe(true);
          expect(lineNet({ ...line, discountHalalas: halalas })).toBeGreaterThan(0);
          expect(halalas).toBe(Math.max(...singleDiscounts.map((one) => one[at]?.halalas ?? 0)));
        }
        const codeDiscount = (singleDiscounts[1] ?? []).reduce((sum, one) => sum + (one?.halalas ?? 0), 0);
        expect(codeDiscount).toBeLessThanOrEqual(code.amountHalalas ?? code.maxDiscountHalalas ?? Infinity);
        // The invoice is the sum of its lines, and its VAT that of the reduced price.
        const priced = lines.map((line, at) => ({ ...line, discountHalalas: best[at]?.halalas ?? 0 }));
        const totals = priceOrder(priced, 15);
        expect(totals.subTotalHalalas).toBe(priced.map(lineNet).reduce((sum, net) => sum + net, 0));
        expect(totals.taxHalalas).toBe(taxOn(totals.subTotalHalalas, 15));
      }),
      { numRuns: propertyRuns },
    );
  });
});
