import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { creditTotals } from "#features/invoices/document.ts";
import { discountLines, priceOrder } from "#features/orders/pricing.ts";
import { paidForSeats, seatPrices } from "#features/settlement/refunds/seat-prices.ts";
import { splitRefund } from "#features/payments/refund-rules.ts";
import { taxOn } from "#i18n/money.ts";
import { propertyRuns } from "#test/open-database.ts";
import { sumKept, type ChangePart } from "#features/settlement/refunds/change-parts.ts";
import { cancelParts, priceDifference, priceMove, calculateShare, type PaidSeats } from "./change-money.ts";

const orderId = 1;
const step = fc.record({ seats: fc.integer({ min: 1, max: 5 }), percent: fc.constantFrom(0, 25, 33, 50, 100) });
const bought = fc.record({
  prices: fc.array(fc.integer({ min: 100, max: 500_000 }), { minLength: 1, maxLength: 6 }),
  taxPercent: fc.constantFrom(0, 5, 15, 15.5),
  goodwill: fc.integer({ min: 0, max: 50_000 }),
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
});

const noDiscount = { percent: null, maxPercent: 90 };

/** Builds seats at their full price, of which nothing has been refunded. */
function whole({ seats, ...price }: { orderId: number; taxPercent: number; unitHalalas: number; seats: number }) {
  const netHalalas = price.unitHalalas * seats;
  const priceHalalas = netHalalas + taxOn(netHalalas, price.taxPercent);
  return { ...price, netHalalas, priceHalalas, fullHalalas: priceHalalas };
}

describe("X-01: the money of changes", () => {
  it(`over ${propertyRuns} orders refunds what was quoted, to the halala, and never more than was paid`, () => {
    let changes = 0;
    fc.assert(
      fc.property(bought, ({ prices, taxPercent, goodwill, steps }) => {
        const lines = prices.map((unitPriceHalalas) => ({ unitPriceHalalas, qty: 1 }));
        const { subTotalHalalas: net, taxHalalas: tax, totalHalalas: total } = priceOrder(lines, taxPercent);
        const invoice = { netHalalas: net, taxHalalas: tax, totalHalalas: total, taxPercent };
        const credited = { netHalalas: 0, taxHalalas: 0, totalHalalas: 0 };
        const parts: ChangePart[] = [];
        let left = total;
        const applyRefund = (halalas: number) => {
          if (halalas === 0) return;
          const sent = splitRefund(halalas, [{ id: "card", leftHalalas: left }]);
          expect(sent?.reduce((sum, { amountHalalas }) => sum + amountHalalas, 0)).toBe(halalas);
          left -= halalas;
          const creditNote = creditTotals(invoice, credited, halalas);
          expect(creditNote.netHalalas + creditNote.taxHalalas).toBe(halalas);
          for (const name of ["netHalalas", "taxHalalas", "totalHalalas"] as const) credited[name] += creditNote[name];
        };
        applyRefund(Math.min(goodwill, total));
        let open = seatPrices(lines, { taxPercent, taxHalalas: tax }).flatMap(([seat]) => seat?.totalHalalas ?? 0);
        for (const { seats, percent } of steps) {
          if (open.length === 0) break;
          const chosen = open.slice(0, seats);
          open = open.slice(seats);
          const seatsHalalas = chosen.reduce((sum, price) => sum + price, 0);
          const keptHalalas = sumKept(parts, orderId);
          const isAll = open.length === 0;
          const paid = paidForSeats({ seatsHalalas, isAll, leftHalalas: left, keptHalalas });
          const [part] = cancelParts([{ orderId, fullHalalas: paid }], percent);
          if (!part) throw new Error("A part is missing");
          applyRefund(part.backHalalas);
          parts.push(part);
          changes++;
        }
        // The remaining money is what was kept, plus what the remaining seats cost; documents and money agree.
        expect(left).toBeGreaterThanOrEqual(0);
        expect(total - credited.totalHalalas).toBe(left);
        expect(credited.netHalalas).toBeLessThanOrEqual(net);
        expect(credited.taxHalalas).toBeLessThanOrEqual(tax);
        if (open.length === 0) expect(left).toBe(sumKept(parts, orderId));
      }),
      { numRuns: propertyRuns },
    );
    expect(changes).toBeGreaterThan(propertyRuns);
  });

  it("keeps what the policy kept when the last seats are cancelled", () => {
    const seat = 100_000 + taxOn(100_000, 15);
    const parts = cancelParts([{ orderId, fullHalalas: seat }], 50);
    expect(parts[0]?.backHalalas).toBe(57_500);
    const last = { seatsHalalas: seat, isAll: true, leftHalalas: seat + 57_500 };
    expect(paidForSeats({ ...last, keptHalalas: sumKept(parts, orderId) })).toBe(seat);
  });

  it("rounds a share half up", () =>
    expect([calculateShare(1, 50), calculateShare(3, 50), calculateShare(99, 33)]).toEqual([1, 2, 33]));

  it("charges or refunds the difference of two dates with its VAT, the latest payment first", () => {
    expect(priceDifference(20_000, 15)).toEqual({ payHalalas: 23_000, payTaxHalalas: 3000 });
    const first = whole({ orderId, taxPercent: 15, unitHalalas: 240_000, seats: 2 });
    const to = (toUnitHalalas: number, paid: PaidSeats[]) =>
      priceMove(paid, { seats: 2, toUnitHalalas, discount: noDiscount }).parts.map((part) => part.backHalalas);
    expect([to(240_000, [first]), to(200_000, [first])]).toEqual([[0], [92_000]]);
    const more = whole({ orderId: 2, taxPercent: 10, unitHalalas: 30_000, seats: 2 });
    expect(to(230_000, [first, more])).toEqual([23_000, 66_000]);
  });

  it("S-17 keeps a percentage discount on the new date's price, and an amount up to 90 % of it", () => {
    const bought = (off: number) => ({
      ...whole({ orderId, taxPercent: 15, unitHalalas: 100_000, seats: 1 }),
      netHalalas: 100_000 - off,
      priceHalalas: (100_000 - off) * 1.15,
      fullHalalas: (100_000 - off) * 1.15,
    });
    const half = { percent: 50, maxPercent: 90 };
    const amount = { percent: null, maxPercent: 90 };
    const capped = { percent: null, maxPercent: 20 };
    const cases = [
      { discount: half, off: 50_000, to: 60_000, costs: 34_500 },
      { discount: half, off: 50_000, to: 50_000, costs: 28_750 },
      { discount: half, off: 50_000, to: 140_000, costs: 80_500 },
      { discount: amount, off: 50_000, to: 60_000, costs: 11_500 },
      { discount: amount, off: 50_000, to: 50_000, costs: 5750 },
      { discount: amount, off: 50_000, to: 140_000, costs: 103_500 },
      { discount: capped, off: 15_000, to: 50_000, costs: 46_000 },
    ];
    for (const { discount, off, to, costs } of cases) {
      const { difference, parts } = priceMove([bought(off)], { seats: 1, toUnitHalalas: to, discount });
      const back = parts[0]?.backHalalas ?? 0;
      expect((100_000 - off) * 1.15 - back + priceDifference(difference.netHalalas, 15).payHalalas).toBe(costs);
    }
    // After a goodwill refund, the order holds less than the new date costs, so a move refunds nothing.
    const less = { ...bought(50_000), fullHalalas: 11_500 };
    expect(priceMove([less], { seats: 1, toUnitHalalas: 60_000, discount: half }).parts[0]?.backHalalas).toBe(0);
  });

  it(`S-17 over ${propertyRuns} discounts, moves and cancellations charges the date's discounted price`, () => {
    const way = fc.record({
      unit: fc.integer({ min: 100, max: 500_000 }),
      to: fc.array(fc.integer({ min: 100, max: 500_000 }), { minLength: 1, maxLength: 4 }),
      seats: fc.integer({ min: 1, max: 6 }),
      cancelled: fc.integer({ min: 0, max: 5 }),
      taxPercent: fc.constantFrom(0, 5, 15, 15.5),
      code: fc.oneof(
        fc.record({ percent: fc.integer({ min: 1, max: 90 }), amountHalalas: fc.constant(null) }),
        fc.record({ percent: fc.constant(null), amountHalalas: fc.integer({ min: 100, max: 300_000 }) }),
      ),
    });
    let [backs, pays] = [0, 0];
    fc.assert(
      fc.property(way, ({ unit, to, seats: qty, cancelled, taxPercent, code }) => {
        const priceAt = (unitPriceHalalas: number, qty: number) => {
          const [discount] = discountLines([{ unitPriceHalalas, qty, group: null, isForCode: true }], code);
          const line = { unitPriceHalalas, qty, discountHalalas: discount?.halalas ?? 0 };
          return { line, discount, ...priceOrder([line], taxPercent) };
        };
        const bought = priceAt(unit, qty);
        const discount = { percent: bought.discount?.percent ?? null, maxPercent: 90 };
        const prices = seatPrices([bought.line], { taxPercent, taxHalalas: bought.taxHalalas })[0] ?? [];
        const seats = Math.max(1, qty - cancelled);
        const moved = prices.slice(qty - seats);
        const add = (of: "netHalalas" | "totalHalalas") => moved.reduce((sum, price) => sum + price[of], 0);
        const full = add("totalHalalas");
        let paid: PaidSeats[] = [
          {
            orderId: 0,
            taxPercent,
            unitHalalas: unit,
            netHalalas: add("netHalalas"),
            priceHalalas: full,
            fullHalalas: full,
          },
        ];
        for (const [at, toUnitHalalas] of to.entries()) {
          const { difference, parts } = priceMove(paid, { seats, toUnitHalalas, discount });
          for (const { fullHalalas, backHalalas } of parts) {
            expect(backHalalas).toBeGreaterThanOrEqual(0);
            expect(backHalalas).toBeLessThanOrEqual(fullHalalas);
            backs += backHalalas;
          }
          // The order that bought the seats always keeps some of its money.
          expect(parts[0]?.backHalalas).toBeLessThan(parts[0]?.fullHalalas ?? 0);
          paid = paid.flatMap((order, index) => {
            const part = parts[index];
            if (!part || part.unitHalalas === 0) return [];
            const netHalalas = part.unitHalalas * seats - part.discountHalalas;
            const left = order.fullHalalas - part.backHalalas;
            return [{ ...order, unitHalalas: part.unitHalalas, netHalalas, priceHalalas: left, fullHalalas: left }];
          });
          const { payHalalas } = priceDifference(difference.netHalalas, taxPercent);
          pays += payHalalas;
          if (payHalalas > 0)
            paid.push({
              orderId: at + 1,
              taxPercent,
              unitHalalas: difference.unitHalalas,
              netHalalas: difference.netHalalas,
              priceHalalas: payHalalas,
              fullHalalas: payHalalas,
            });
          expect(difference.discountHalalas).toBeGreaterThanOrEqual(0);
          // With a percentage, the money held is the discounted price of the new date, but for rounding by a halala for
          // each order and seat. An amount is not compared: the seats keep their share of it, at most 90 % of a price.
          if (code.percent === null) continue;
          const held = paid.reduce((sum, { fullHalalas }) => sum + fullHalalas, 0);
          const rounding = 1 + paid.length + (seats < qty ? 2 : 0);
          expect(Math.abs(held - priceAt(toUnitHalalas, seats).totalHalalas)).toBeLessThanOrEqual(rounding);
        }
        const [first] = to;
        if (seats < qty || to.length > 1 || first === undefined || first > unit) return;
        // After one move of all seats to a cheaper date, the money held is exactly what it costs.
        const { line, totalHalalas } = priceAt(first, seats);
        const isSame = code.percent !== null || line.discountHalalas === bought.line.discountHalalas;
        if (isSame) expect(paid[0]?.fullHalalas).toBe(totalHalalas);
      }),
      { numRuns: propertyRuns },
    );
    expect(Math.min(backs, pays)).toBeGreaterThan(0);
  });

  it(`over ${propertyRuns} chains of moves counts all payments for a seat, to the halala`, () => {
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
          const { payHalalas, payTaxHalalas } = priceDifference(netHalalas * seats, taxPercent);
          const invoice = {
            netHalalas: payHalalas - payTaxHalalas,
            taxHalalas: payTaxHalalas,
            totalHalalas: payHalalas,
          };
          const credited = { netHalalas: 0, taxHalalas: 0, totalHalalas: 0 };
          return { id, netHalalas, taxPercent, left: payHalalas, invoice: { ...invoice, taxPercent }, credited };
        };
        let paid = [pay(bought.price, bought.tax, 0)];
        const applyRefund = (id: number, halalas: number) => {
          const order = paid.find((one) => one.id === id);
          if (!order || halalas === 0) return;
          order.left -= halalas;
          expect(order.left).toBeGreaterThanOrEqual(0);
          const creditNote = creditTotals(order.invoice, order.credited, halalas);
          expect(creditNote.netHalalas + creditNote.taxHalalas).toBe(halalas);
          for (const name of ["netHalalas", "taxHalalas", "totalHalalas"] as const)
            order.credited[name] += creditNote[name];
          expect(order.invoice.totalHalalas - order.credited.totalHalalas).toBe(order.left);
        };
        for (const [at, to] of dates.entries()) {
          const from = paid.reduce((sum, { netHalalas }) => sum + netHalalas, 0);
          if (to.price > from) paid.push(pay(to.price - from, to.tax, at + 1));
          else {
            const held = paid.map(({ id, left, netHalalas, taxPercent }) => {
              const price = { orderId: id, taxPercent, unitHalalas: netHalalas, netHalalas: netHalalas * seats };
              return { ...price, priceHalalas: left, fullHalalas: left };
            });
            const move = { seats, toUnitHalalas: to.price, discount: noDiscount };
            for (const { orderId: id, backHalalas, unitHalalas } of priceMove(held, move).parts) {
              applyRefund(id, backHalalas);
              paid = paid.map((one) => (one.id === id ? { ...one, netHalalas: unitHalalas } : one));
            }
            // An order that no longer pays for any seat has been refunded completely.
            for (const { left } of paid.filter(({ netHalalas }) => netHalalas === 0)) expect(left).toBe(0);
            paid = paid.filter(({ netHalalas }) => netHalalas > 0);
          }
          expect(paid.reduce((sum, { netHalalas }) => sum + netHalalas, 0)).toBe(to.price);
          // The money held is the price of the date with the VAT that was paid, but for a halala of rounding per order.
          const gross = paid.reduce(
            (sum, one) => sum + priceDifference(one.netHalalas * seats, one.taxPercent).payHalalas,
            0,
          );
          const held = paid.reduce((sum, { left }) => sum + left, 0);
          expect(Math.abs(held - gross)).toBeLessThanOrEqual(dates.length);
        }
        // A cancellation refunds all of it.
        const full = paid.map(({ id, left }) => ({ orderId: id, fullHalalas: left }));
        for (const { orderId: id, backHalalas } of cancelParts(full, 100)) applyRefund(id, backHalalas);
        expect(paid.map(({ left }) => left)).toEqual(paid.map(() => 0));
      }),
      { numRuns: propertyRuns },
    );
  });
});
