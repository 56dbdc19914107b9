import { expect, it } from "vitest";
import type { OrderStatus } from "#features/orders/order-states.ts";
import { riyadhHoldEnd } from "#i18n/riyadh-clock.ts";
import { offerHold, seatHold } from "./seat-hold.ts";

const now = new Date("2026-11-24T05:10:00Z");
const until = "2026-11-24T05:24:00.000Z";
const lines = [{ id: 7, qty: 1 }];
const order = (
  status: OrderStatus,
  more: { held?: string | null; reason?: string; qty?: number; at?: string } = {},
) => ({
  created_at: more.at ?? "2026-11-24T05:09:00.000Z",
  held_until: more.held ?? null,
  payment: { status, reason: more.reason ?? null },
  lines: [{ course_id: 7, qty: more.qty ?? 1 }],
});
const of = (...orders: ReturnType<typeof order>[]) => seatHold(orders, lines, now);

it("N-17 a declined card and a card that was not confirmed leave the seats held until the end of the hold", () => {
  for (const status of ["failed", "pending"] as const)
    expect(of(order(status, { held: until, reason: "declined" }))).toEqual({ kind: "held", until: new Date(until) });
});

it("N-17 when the time is over, that is known for a day, whatever ended the order by then", () => {
  for (const status of ["failed", "pending", "expired"] as const) expect(of(order(status))).toEqual({ kind: "over" });
  expect(of(order("failed", { held: "2026-11-24T05:09:59.000Z" }))).toEqual({ kind: "over" });
  expect(of(order("expired", { at: "2026-11-23T05:00:00.000Z" }))).toBeNull();
});

it("N-17 nothing is said of another order, of one that was replaced or cancelled, and of a paid one", () => {
  expect(of()).toBeNull();
  expect(of(order("pending", { held: until, qty: 2 }))).toBeNull();
  expect(of(order("expired", { reason: "superseded" }))).toBeNull();
  expect(of(order("expired", { reason: "run-cancelled" }))).toBeNull();
  expect(of(order("paid", { qty: 1 }), order("expired"))).toBeNull();
});

it("U-05 an offer of the waiting list holds the seats of its run, and of no other or larger order", () => {
  const place = { run_id: 7, seats: 2, state: "offered", ends_at: "2026-11-25T15:00:00.000Z" };
  expect(offerHold([], lines, now)).toBeNull();
  expect(offerHold([{ ...place, state: "waiting", ends_at: null }], lines, now)).toBeNull();
  expect(offerHold([{ ...place, ends_at: "2026-11-24T05:09:00.000Z" }], lines, now)).toBeNull();
  expect(offerHold([place], [{ id: 7, qty: 3 }], now)).toBeNull();
  expect(offerHold([place], [...lines, { id: 8, qty: 1 }], now)).toBeNull();
  expect(offerHold([place], [], now)).toBeNull();
  expect(offerHold([place], lines, now)).toEqual({ kind: "held", until: new Date(place.ends_at) });
});

it("U-05 a hold that lasts past the next hours is said with its day", () => {
  const far = new Date("2026-11-25T15:00:00.000Z");
  expect(riyadhHoldEnd(new Date(until), "en", now)).toBe("8:24\u00a0am (Riyadh time)");
  expect(riyadhHoldEnd(far, "en", now)).toContain("25");
  expect(riyadhHoldEnd(far, "ar", now)).toContain("25");
});
