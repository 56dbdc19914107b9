import { expect, it } from "vitest";
import arabic from "../../../messages/ar/staff/orders.json" with { type: "json" };
import english from "../../../messages/en/staff/orders.json" with { type: "json" };
import { getNotRefundableKey, isRefundable, getSeatStyle, getSeatState } from "./seat-labels.ts";

it("A29: labels a seat as expired once its hold has run out", () => {
  const held = { state: "held" as const, isMoved: false, keptUntil: null, isRefunded: false };
  expect(getSeatState({ ...held, holdExpired: false }, false)).toBe("held");
  expect(getSeatState({ ...held, holdExpired: true }, false)).toBe("expired");
  expect(getSeatStyle("expired")).not.toEqual(getSeatStyle("held"));
  expect([english.staff_orders_seat_expired, arabic.staff_orders_seat_expired]).toEqual([
    "Hold expired",
    "انتهى الحجز المؤقت",
  ]);
});

it("A25: labels a transferred seat as given to someone else, not as refunded", () => {
  expect([
    getNotRefundableKey({ state: "cancelled", isMoved: false, isRefunded: true }),
    getNotRefundableKey({ state: "transferred", isMoved: false, isRefunded: false }),
    getNotRefundableKey({ state: "cancelled", isMoved: false, isRefunded: false }),
  ]).toEqual(["staff_orders_seat_gone", "staff_orders_seat_passed_on", "staff_orders_seat_ended"]);
  expect(english.staff_orders_seat_passed_on).toBe("Given to someone else {date}");
  expect(arabic.staff_orders_seat_passed_on).toBe("نُقل إلى شخص آخر يوم {date}");
  expect(arabic.staff_orders_seat_gone).not.toContain("في {date}");
});

it("DK-07 labels a cancelled seat as cancelled, not refunded, kept as credit, or released", () => {
  const seat = {
    state: "cancelled" as const,
    isMoved: false,
    holdExpired: false,
    keptUntil: null,
    refundDueAt: null,
  };
  expect(getSeatState({ ...seat, isRefunded: true }, true)).toBe("cancelled");
  expect(getSeatState({ ...seat, isRefunded: false }, true)).toBe("not_refunded");
  expect(getSeatState({ ...seat, isRefunded: false }, false)).toBe("released");
  expect(getSeatState({ ...seat, isRefunded: false, keptUntil: "2027-11-27" }, true)).toBe("kept");
  expect([isRefundable(seat), isRefundable({ ...seat, refundDueAt: "2026-11-28T09:00:00Z" })]).toEqual([false, true]);
  expect(english.staff_orders_seat_not_refunded).toBe("Cancelled, not refunded");
});

it("A27: labels a seat moved to another date as moved, not as transferred", () => {
  const seat = { state: "transferred" as const, holdExpired: false, keptUntil: null, isRefunded: false };
  expect(getSeatState({ ...seat, isMoved: false }, true)).toBe("transferred");
  expect(getSeatState({ ...seat, isMoved: true }, true)).toBe("moved");
  expect(getNotRefundableKey({ ...seat, isMoved: true })).toBe("staff_orders_seat_moved_on");
  expect([english.staff_orders_seat_moved, arabic.staff_orders_seat_moved]).toEqual([
    "Moved to another date",
    "نُقل إلى موعد آخر",
  ]);
});
