import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { creditTotals } from "#features/invoices/document.ts";
import { priceOrder } from "#features/orders/pricing.ts";
import { seatPrices } from "#features/orders/refunds/seat-prices.ts";
import { splitRefund } from "#features/payments/refund-rules.ts";
import { taxOn } from "#i18n/money.ts";
import { cancelParts, keptOf, moveDifference, paidForSeats, shareOf, type ChangePart } from "./change-money.ts";

const orderId = 1;
const step = fc.record({ seats: fc.integer({ min: 1, max: 5 }), percent: fc.constantFrom(0, 25, 33, 50, 100) });
const bought = fc.record({
  prices: fc.array(fc.integer({ min: 100, max: 500_000 }), { minLength: 1, maxLength: 6 }),
  taxPercent: fc.constantFrom(0, 5, 15, 15.5),
  goodwill: fc.integer({ min: 0, max: 50_000 }),
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
});

describe("X-01: the money of changes", () => {
  it("over 10,000 orders returns what it said, to the halala, and never more than was paid", () => {
    let changes = 0;
    fc.assert(
      fc.property(bought, ({ prices, taxPercent, goodwill, steps }) => {
        const lines = prices.map((unitPriceHalalas) => ({ unitPriceHalalas, qty: 1 }));
        const { subTotalHalalas: net, taxHalalas: tax, totalHalalas: total } = priceOrder(lines, taxPercent);
        const invoice = { netHalalas: net, taxHalalas: tax, totalHalalas: total, taxPercent };
        const credited = { netHalalas: 0, taxHalalas: 0, totalHalalas: 0 };
        const parts: ChangePart[] = [];
        let left = total;
        const giveBack = (halalas: number) => {
          if (halalas === 0) return;
          const sent = splitRefund(halalas, [{ id: "card", leftHalalas: left }]);
          expect(sent?.reduce((sum, { amountHalalas }) => sum + amountHalalas, 0)).toBe(halalas);
          left -= halalas;
          const note = creditTotals(invoice, credited, halalas);
          expect(note.netHalalas + note.taxHalalas).toBe(halalas);
          for (const name of ["netHalalas", "taxHalalas", "totalHalalas"] as const) credited[name] += note[name];
        };
        giveBack(Math.min(goodwill, total));
        let open = seatPrices(lines, { taxPercent, taxHalalas: tax }).flatMap(([seat]) => seat?.totalHalalas ?? 0);
        for (const { seats, percent } of steps) {
          if (open.length === 0) break;
          const chosen = open.slice(0, seats);
          open = open.slice(seats);
          const seatsHalalas = chosen.reduce((sum, price) => sum + price, 0);
          const keptHalalas = keptOf(parts, orderId);
          const isAll = open.length === 0;
          const paid = paidForSeats({ seatsHalalas, isAll, leftHalalas: left, keptHalalas });
          const [part] = cancelParts([{ orderId, fullHalalas: paid }], percent);
          if (!part) throw new Error("A part is missing");
          giveBack(part.backHalalas);
          parts.push(part);
          changes++;
        }
        // What is left is what was kept and what was paid for the seats that are left; documents and money agree.
        expect(left).toBeGreaterThanOrEqual(0);
        expect(total - credited.totalHalalas).toBe(left);
        expect(credited.netHalalas).toBeLessThanOrEqual(net);
        expect(credited.taxHalalas).toBeLessThanOrEqual(tax);
        if (open.length === 0) expect(left).toBe(keptOf(parts, orderId));
      }),
      { numRuns: 10_000 },
    );
    expect(changes).toBeGreaterThan(10_000);
  });

  it("keeps what the policy kept when the last seats go", () => {
    const seat = 100_000 + taxOn(100_000, 15);
    const parts = cancelParts([{ orderId, fullHalalas: seat }], 50);
    expect(parts[0]?.backHalalas).toBe(57_500);
    const last = { seatsHalalas: seat, isAll: true, leftHalalas: seat + 57_500 };
    expect(paidForSeats({ ...last, keptHalalas: keptOf(parts, orderId) })).toBe(seat);
  });

  it("rounds a share half up", () => expect([shareOf(1, 50), shareOf(3, 50), shareOf(99, 33)]).toEqual([1, 2, 33]));

  it("asks for, or returns, the difference of two dates with its VAT", () => {
    const move = { seats: 2, fromNetHalalas: 240_000, taxPercent: 15, fullHalalas: 552_000 };
    expect(moveDifference({ ...move, toNetHalalas: 250_000 })).toMatchObject({ payHalalas: 23_000, backHalalas: 0 });
    expect(moveDifference({ ...move, toNetHalalas: 240_000 })).toMatchObject({ payHalalas: 0, backHalalas: 0 });
    expect(moveDifference({ ...move, toNetHalalas: 200_000 })).toMatchObject({ payHalalas: 0, backHalalas: 92_000 });
    const half = { ...move, toNetHalalas: 0, fullHalalas: 276_000 };
    expect(moveDifference(half)).toMatchObject({ payHalalas: 0, backHalalas: 276_000 });
  });
});
