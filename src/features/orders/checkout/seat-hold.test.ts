import { expect, it } from "vitest";
import type { OrderStatus } from "#features/orders/order-states.ts";
import { seatHold } from "./seat-hold.ts";

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
