import { expect, it } from "vitest";
import type { OrderStatus } from "#features/orders/order-states.ts";
import { riyadhHoldEnd } from "#i18n/riyadh-clock.ts";
import { offerHold, seatHold } from "./seat-hold.ts";

const now = new Date("2026-11-24T05:10:00Z");
const until = "2026-11-24T05:24:00.000Z";
const lines = [{ id: 7, qty: 1 }];
const order = (
  status: OrderStatus,
  facts: { heldUntil?: string | null; reason?: string; qty?: number; createdAt?: string } = {},
) => ({
  created_at: facts.createdAt ?? "2026-11-24T05:09:00.000Z",
  held_until: facts.heldUntil ?? null,
  payment: { status, reason: facts.reason ?? null },
  lines: [{ course_id: 7, qty: facts.qty ?? 1 }],
});
const findHold = (...orders: ReturnType<typeof order>[]) => seatHold(orders, lines, now);

it("N-17 a failed or pending payment keeps the seats held until the hold ends", () => {
  for (const status of ["failed", "pending"] as const)
    expect(findHold(order(status, { heldUntil: until, reason: "declined" }))).toEqual({
      kind: "held",
      until: new Date(until),
    });
});

it("N-17 an ended hold is shown as over for one day, whatever the status of its order", () => {
  for (const status of ["failed", "pending", "expired"] as const)
    expect(findHold(order(status))).toEqual({ kind: "over" });
  expect(findHold(order("failed", { heldUntil: "2026-11-24T05:09:59.000Z" }))).toEqual({ kind: "over" });
  expect(findHold(order("expired", { createdAt: "2026-11-23T05:00:00.000Z" }))).toBeNull();
});

it("N-17 finds no hold of a different, replaced, cancelled or paid order", () => {
  expect(findHold()).toBeNull();
  expect(findHold(order("pending", { heldUntil: until, qty: 2 }))).toBeNull();
  expect(findHold(order("expired", { reason: "superseded" }))).toBeNull();
  expect(findHold(order("expired", { reason: "run-cancelled" }))).toBeNull();
  expect(findHold(order("paid", { qty: 1 }), order("expired"))).toBeNull();
});

it("U-05 an offer of the waiting list holds seats of its run only, and no more than it offers", () => {
  const entry = { run_id: 7, seats: 2, state: "offered", ends_at: "2026-11-25T15:00:00.000Z" };
  expect(offerHold([], lines, now)).toBeNull();
  expect(offerHold([{ ...entry, state: "waiting", ends_at: null }], lines, now)).toBeNull();
  expect(offerHold([{ ...entry, ends_at: "2026-11-24T05:09:00.000Z" }], lines, now)).toBeNull();
  expect(offerHold([entry], [{ id: 7, qty: 3 }], now)).toBeNull();
  expect(offerHold([entry], [...lines, { id: 8, qty: 1 }], now)).toBeNull();
  expect(offerHold([entry], [], now)).toBeNull();
  expect(offerHold([entry], lines, now)).toEqual({ kind: "held", until: new Date(entry.ends_at) });
});

it("U-05 shows the day of a hold that ends on another day", () => {
  const tomorrow = new Date("2026-11-25T15:00:00.000Z");
  expect(riyadhHoldEnd(new Date(until), "en", now)).toBe("8:24\u00a0am (Riyadh time)");
  expect(riyadhHoldEnd(tomorrow, "en", now)).toContain("25");
  expect(riyadhHoldEnd(tomorrow, "ar", now)).toContain("25");
});
