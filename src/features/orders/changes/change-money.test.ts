import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { creditTotals } from "#features/invoices/document.ts";
import { priceOrder } from "#features/orders/pricing.ts";
import { seatPrices } from "#features/orders/refunds/seat-prices.ts";
import { splitRefund } from "#features/payments/refund-rules.ts";
import { taxOn } from "#i18n/money.ts";
import { propertyRuns } from "#test/open-database.ts";
import {
  cancelParts,
  differenceOf,
  keptOf,
  moveParts,
  paidForSeats,
  shareOf,
  type ChangePart,
  type PaidSeats,
} from "./change-money.ts";

const orderId = 1;
const step = fc.record({ seats: fc.integer({ min: 1, max: 5 }), percent: fc.constantFrom(0, 25, 33, 50, 100) });
const bought = fc.record({
  prices: fc.array(fc.integer({ min: 100, max: 500_000 }), { minLength: 1, maxLength: 6 }),
  taxPercent: fc.constantFrom(0, 5, 15, 15.5),
  goodwill: fc.integer({ min: 0, max: 50_000 }),
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
});

describe("X-01: the money of changes", () => {
  it(`over ${propertyRuns} orders returns what it said, to the halala, and never more than was paid`, () => {
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
      { numRuns: propertyRuns },
    );
    expect(changes).toBeGreaterThan(propertyRuns);
  });

  it("keeps what the policy kept when the last seats go", () => {
    const seat = 100_000 + taxOn(100_000, 15);
    const parts = cancelParts([{ orderId, fullHalalas: seat }], 50);
    expect(parts[0]?.backHalalas).toBe(57_500);
    const last = { seatsHalalas: seat, isAll: true, leftHalalas: seat + 57_500 };
    expect(paidForSeats({ ...last, keptHalalas: keptOf(parts, orderId) })).toBe(seat);
  });

  it("rounds a share half up", () => expect([shareOf(1, 50), shareOf(3, 50), shareOf(99, 33)]).toEqual([1, 2, 33]));

  it("asks for, or returns, the difference of two dates with its VAT, what was paid last first", () => {
    expect(differenceOf(10_000, 2, 15)).toEqual({ payHalalas: 23_000, payTaxHalalas: 3000 });
    const first = { orderId, taxPercent: 15, netHalalas: 240_000, fullHalalas: 552_000 };
    const back = (net: number, paid: PaidSeats[]) => moveParts(net, 2, paid).map((part) => part.backHalalas);
    expect([back(0, [first]), back(40_000, [first])]).toEqual([[0], [92_000]]);
    expect(back(240_000, [{ ...first, fullHalalas: 276_000 }])).toEqual([276_000]);
    const more = { orderId: 2, taxPercent: 10, netHalalas: 30_000, fullHalalas: 66_000 };
    expect(moveParts(40_000, 2, [first, more])).toEqual([
      { orderId: 2, fullHalalas: 66_000, backHalalas: 66_000, netHalalas: 0 },
      { orderId, fullHalalas: 552_000, backHalalas: 23_000, netHalalas: 230_000 },
    ]);
  });

  it(`over ${propertyRuns} ways of a seat from date to date counts all that was paid for it, to the halala`, () => {
    const price = fc.integer({ min: 100, max: 500_000 });
    const tax = fc.constantFrom(0, 5, 15, 15.5);
    const ways = fc.record({
      price,
      tax,
      seats: fc.integer({ min: 1, max: 5 }),
      dates: fc.array(fc.record({ price, tax }), { minLength: 1, maxLength: 6 }),
    });
    fc.assert(
      fc.property(ways, ({ seats, dates, ...bought }) => {
        const pay = (netHalalas: number, taxPercent: number, id: number) => {
          const { payHalalas, payTaxHalalas } = differenceOf(netHalalas, seats, taxPercent);
          const invoice = {
            netHalalas: payHalalas - payTaxHalalas,
            taxHalalas: payTaxHalalas,
            totalHalalas: payHalalas,
          };
          const credited = { netHalalas: 0, taxHalalas: 0, totalHalalas: 0 };
          return { id, netHalalas, taxPercent, left: payHalalas, invoice: { ...invoice, taxPercent }, credited };
        };
        let paid = [pay(bought.price, bought.tax, 0)];
        const giveBack = (id: number, halalas: number) => {
          const order = paid.find((one) => one.id === id);
          if (!order || halalas === 0) return;
          order.left -= halalas;
          expect(order.left).toBeGreaterThanOrEqual(0);
          const note = creditTotals(order.invoice, order.credited, halalas);
          expect(note.netHalalas + note.taxHalalas).toBe(halalas);
          for (const name of ["netHalalas", "taxHalalas", "totalHalalas"] as const) order.credited[name] += note[name];
          expect(order.invoice.totalHalalas - order.credited.totalHalalas).toBe(order.left);
        };
        for (const [at, to] of dates.entries()) {
          const from = paid.reduce((sum, { netHalalas }) => sum + netHalalas, 0);
          if (to.price > from) paid.push(pay(to.price - from, to.tax, at + 1));
          else {
            const held = paid.map(({ id, left, ...one }) => ({ ...one, orderId: id, fullHalalas: left }));
            for (const { orderId: id, backHalalas, netHalalas } of moveParts(from - to.price, seats, held)) {
              giveBack(id, backHalalas);
              paid = paid.map((one) => (one.id === id ? { ...one, netHalalas } : one));
            }
            // An order that paid for nothing any more holds nothing any more.
            for (const { left } of paid.filter(({ netHalalas }) => netHalalas === 0)) expect(left).toBe(0);
            paid = paid.filter(({ netHalalas }) => netHalalas > 0);
          }
          expect(paid.reduce((sum, { netHalalas }) => sum + netHalalas, 0)).toBe(to.price);
          // What is held is the price of the date with the VAT that was paid; a halala of rounding for each order.
          const gross = paid.reduce(
            (sum, one) => sum + differenceOf(one.netHalalas, seats, one.taxPercent).payHalalas,
            0,
          );
          const held = paid.reduce((sum, { left }) => sum + left, 0);
          expect(Math.abs(held - gross)).toBeLessThanOrEqual(dates.length);
        }
        // Cancelled, all of it goes back.
        const full = paid.map(({ id, left }) => ({ orderId: id, fullHalalas: left }));
        for (const { orderId: id, backHalalas } of cancelParts(full, 100)) giveBack(id, backHalalas);
        expect(paid.map(({ left }) => left)).toEqual(paid.map(() => 0));
      }),
      { numRuns: propertyRuns },
    );
  });
});
