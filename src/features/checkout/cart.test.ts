import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maxLines, maxQty } from "#features/orders/pricing.ts";
import {
  addSeat,
  availableSeats,
  buyableItems,
  emptyCart,
  lineSubtotal,
  markAsPaying,
  parseCart,
  removeItem,
  setQuantity,
  withoutPaid,
  getUnavailableReason,
  withTax,
  type CartDetails,
  type CartState,
} from "./cart.ts";
import { refreshCart, withSeatsLeft } from "./cart-refresh.ts";
import { heldSeats } from "./seat-hold.ts";

const details = (changes: Partial<CartDetails> = {}): CartDetails => ({
  slug: "patient-safety",
  name_eng: "Patient safety",
  name_ar: "سلامة المرضى",
  image: "cover",
  amount: "2400.00",
  start_date: "2027-01-12",
  end_date: "2027-01-14",
  days: 3,
  sessions: [],
  started: false,
  seats_left: 5,
  seats_held: 0,
  group_from_seats: null,
  key: null,
  ...changes,
});
const put = (state: CartState, id: number, changes: Partial<CartDetails> = {}) =>
  addSeat(state, id, details(changes)).state;
const cartOfTwoCourses = setQuantity(put(put(emptyCart, 1), 2, { amount: "1650.00", seats_left: 2 }), 2, 2);

describe("S-02 rejected changes", () => {
  it("more than the free seats, fractions and unknown courses change nothing", () => {
    expect(setQuantity(cartOfTwoCourses, 2, 3)).toBe(cartOfTwoCourses);
    expect(setQuantity(cartOfTwoCourses, 1, 1.5)).toBe(cartOfTwoCourses);
    expect(setQuantity(cartOfTwoCourses, 9, 1)).toBe(cartOfTwoCourses);
    expect(addSeat(cartOfTwoCourses, 2, details({ seats_left: 2 }))).toEqual({
      state: cartOfTwoCourses,
      added: "no-seats",
    });
    expect(addSeat(emptyCart, 1, details({ seats_left: 0 })).added).toBe("no-seats");
  });

  it("limits seats per line and lines per cart", () => {
    const cart = put(emptyCart, 1, { seats_left: 500 });
    expect(availableSeats(cart.cart_items[0] ?? { id: 0, qty: 0, details: details() })).toBe(maxQty);
    expect(setQuantity(cart, 1, maxQty + 1)).toBe(cart);
    let longestCart = emptyCart;
    for (let id = 1; id <= maxLines; id++) longestCart = put(longestCart, id);
    expect(addSeat(longestCart, 99, details()).added).toBe("too-many-courses");
    expect(addSeat(longestCart, 1, details()).added).toBe("added");
  });
});

describe("S-01 S-03 the state of the cart", () => {
  it("has the specified keys, totals with two decimals, and 15 percent VAT until the server says otherwise", () => {
    expect(cartOfTwoCourses).toMatchObject({
      cart_total_items: 3,
      cart_sub_total: "5700.00",
      cart_tax: "855.00",
      cart_total_amount: "6555.00",
      tax_percent: 15,
    });
    expect(cartOfTwoCourses.cart_items.map(lineSubtotal)).toEqual(["2400.00", "3300.00"]);
    expect(withTax(cartOfTwoCourses, 5)).toMatchObject({ cart_tax: "285.00", cart_total_amount: "5985.00" });
    expect(withTax(cartOfTwoCourses, 15)).toBe(cartOfTwoCourses);
    expect(emptyCart).toEqual({
      cart_items: [],
      cart_total_items: 0,
      cart_sub_total: "0.00",
      cart_tax: "0.00",
      cart_total_amount: "0.00",
      tax_percent: 15,
      paying: null,
    });
  });

  it("S-02 changes a quantity, and removes an item at 0 or less", () => {
    expect(setQuantity(cartOfTwoCourses, 1, 5).cart_total_items).toBe(7);
    for (const qty of [0, -1])
      expect(setQuantity(cartOfTwoCourses, 1, qty).cart_items.map(({ id }) => id)).toEqual([2]);
    expect(removeItem(removeItem(cartOfTwoCourses, 1), 2)).toEqual(emptyCart);
  });

  it("keeps a sold-out course, but not in the totals", () => {
    const sold = refreshCart(
      cartOfTwoCourses,
      { items: [{ id: 1, details: details({ seats_left: 0 }) }], removed: [] },
      15,
    ).state;
    expect(sold.cart_items).toHaveLength(2);
    expect(sold.cart_sub_total).toBe("3300.00");
    expect(buyableItems(sold).map(({ id }) => id)).toEqual([2]);
  });

  it("survives storage, and repairs damaged or forged values", () => {
    expect(parseCart(JSON.stringify(cartOfTwoCourses))).toEqual(cartOfTwoCourses);
    for (const text of [null, "", "[]", "null", "{", '{"cart_items":7}', '{"cart_items":[null,{"id":1}]}'])
      expect(parseCart(text)).toEqual(emptyCart);
    const forged = {
      ...cartOfTwoCourses,
      cart_total_amount: "0.01",
      tax_percent: "none",
      cart_items: [
        ...cartOfTwoCourses.cart_items,
        cartOfTwoCourses.cart_items[0],
        { id: 3, qty: -2, details: details() },
        { id: 4, qty: 1, details: details({ amount: "1e9" }) },
      ],
    };
    expect(parseCart(JSON.stringify(forged))).toEqual(cartOfTwoCourses);
  });

  it("F-20 reads a cart stored before `days`, `started` and `seats_held` existed; the next refresh fills them in", () => {
    const old = JSON.parse(JSON.stringify(cartOfTwoCourses)) as { cart_items: { details: Record<string, unknown> }[] };
    for (const { details } of old.cart_items) for (const key of ["days", "started", "seats_held"]) delete details[key];
    const read = parseCart(JSON.stringify(old));
    expect(
      read.cart_items.map(({ details: { days, started, seats_held } }) => ({ days, started, seats_held })),
    ).toEqual(Array.from({ length: 2 }, () => ({ days: null, started: false, seats_held: 0 })));
    const { state } = refreshCart(
      read,
      { items: [{ id: 1, details: details({ days: 5, started: true }) }], removed: [] },
      15,
    );
    expect(state.cart_items[0]?.details).toMatchObject({ days: 5, started: true });
  });

  it("has correct totals after any changes", () => {
    const step = fc.record({ id: fc.integer({ min: 1, max: 4 }), qty: fc.integer({ min: -1, max: 25 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const state = steps.reduce(
          (cart, { id, qty }) => setQuantity(put(cart, id, { amount: `${id}33.30` }), id, qty),
          emptyCart,
        );
        expect(parseCart(JSON.stringify(state))).toEqual(state);
        expect(state.cart_items.every((item) => item.qty >= 1 && item.qty <= availableSeats(item))).toBe(true);
        expect(Number(state.cart_total_amount)).toBeCloseTo(Number(state.cart_sub_total) + Number(state.cart_tax), 2);
      }),
    );
  });
});

describe("S-01 the cart against the server", () => {
  it("reports changes, takes the server's values, and keeps items added meanwhile", () => {
    const answer = {
      items: [
        { id: 1, details: details({ amount: "2500.00" }) },
        { id: 2, details: details({ amount: "1650.00", seats_left: 1 }) },
      ],
      removed: [],
    };
    const { state, changes } = refreshCart(put(cartOfTwoCourses, 7), answer, 15);
    expect(changes.map(({ kind }) => kind)).toEqual(["price", "fewer"]);
    expect(changes).toMatchObject([{ from: "2400.00", to: "2500.00" }, { left: 1 }]);
    expect(state.cart_items.map(({ id, qty }) => [id, qty])).toEqual([
      [1, 1],
      [2, 1],
      [7, 1],
    ]);
    const again = refreshCart(state, answer, 15);
    expect(again.changes).toEqual([]);
  });

  it("names and removes a course that is gone", () => {
    const { state, changes } = refreshCart(
      cartOfTwoCourses,
      { items: [], removed: [{ id: 1, name_eng: null, name_ar: null }] },
      15,
    );
    expect(changes).toEqual([{ kind: "gone", eng: "Patient safety", ar: "سلامة المرضى" }]);
    expect(state.cart_items.map(({ id }) => id)).toEqual([2]);
  });

  it("counts seats held by the person's own unfinished order as free", () => {
    const held = heldSeats([
      { held_until: "2027-01-01T00:00:00Z", lines: [{ course_id: 2, qty: 2 }] },
      { held_until: null, lines: [{ course_id: 1, qty: 5 }] },
    ]);
    expect([...held]).toEqual([[2, 2]]);
    const answer = { items: [{ id: 2, details: details({ amount: "1650.00", seats_left: 0 }) }], removed: [] };
    expect(refreshCart(cartOfTwoCourses, answer, 15, held).changes).toEqual([]);
    expect(refreshCart(cartOfTwoCourses, answer, 15).changes.map(({ kind }) => kind)).toEqual(["sold-out"]);
  });

  it("F-26 reports held seats as held, except the person's own", () => {
    const refreshWith = (seats: { seats_left: number; seats_held: number }, ownSeats?: Map<number, number>) =>
      refreshCart(
        cartOfTwoCourses,
        { items: [{ id: 2, details: details({ amount: "1650.00", ...seats }) }], removed: [] },
        15,
        ownSeats,
      );
    expect(refreshWith({ seats_left: 0, seats_held: 3 }).changes.map(({ kind }) => kind)).toEqual(["held"]);
    expect(refreshWith({ seats_left: 0, seats_held: 3 }).state.cart_items.map(getUnavailableReason)).toEqual([
      null,
      "held",
    ]);
    expect(refreshWith({ seats_left: 0, seats_held: 0 }).state.cart_items.map(getUnavailableReason)).toEqual([
      null,
      "sold-out",
    ]);
    expect(refreshWith({ seats_left: 0, seats_held: 3 }).state.cart_sub_total).toBe("2400.00");
    expect(refreshWith({ seats_left: 0, seats_held: 2 }, new Map([[2, 2]]))).toMatchObject({
      changes: [],
      state: { cart_total_items: 3 },
    });
    expect(withSeatsLeft(cartOfTwoCourses, 2, 0, 2).state.cart_items.map(getUnavailableReason)).toEqual([null, "held"]);
  });

  it("lowers a quantity above the free seats", () => {
    expect(withSeatsLeft(cartOfTwoCourses, 2, 1, 0)).toMatchObject({ lowered: true, state: { cart_total_items: 2 } });
    expect(withSeatsLeft(cartOfTwoCourses, 2, 9, 0)).toMatchObject({ lowered: false, state: { cart_total_items: 3 } });
    expect(withSeatsLeft(cartOfTwoCourses, 9, 0, 0)).toEqual({ lowered: false, state: cartOfTwoCourses });
  });
});

describe("S-08 the cart and its order", () => {
  const paying = markAsPaying(cartOfTwoCourses, 1042);
  const order = (status: string, id = 1042) => [{ id, payment: { status } }];
  it("is emptied by its own paid order only", () => {
    for (const status of ["pending", "failed", "expired", "refunded"])
      expect(withoutPaid(paying, order(status))).toBe(paying);
    expect(withoutPaid(paying, order("paid", 7))).toBe(paying);
    expect(withoutPaid(cartOfTwoCourses, order("paid"))).toBe(cartOfTwoCourses);
    expect(withoutPaid(paying, order("paid"))).toEqual(emptyCart);
  });

  it("keeps what was added after the order began", () => {
    const more = put(setQuantity(paying, 1, 3), 8);
    expect(withoutPaid(more, order("paid")).cart_items.map(({ id, qty }) => [id, qty])).toEqual([
      [1, 2],
      [8, 1],
    ]);
  });
});
