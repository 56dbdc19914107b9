import { expect, it } from "vitest";
import arabic from "../../../messages/ar/staff/orders.json" with { type: "json" };
import english from "../../../messages/en/staff/orders.json" with { type: "json" };
import { goneText, seatLook, seatWord } from "./seat-labels.ts";

it("A29: a seat whose hold has run out is not called held", () => {
  expect(seatWord({ state: "held", hold_expired: false, kept_until: null }, false)).toBe("held");
  expect(seatWord({ state: "held", hold_expired: true, kept_until: null }, false)).toBe("expired");
  expect(seatLook("expired")).not.toEqual(seatLook("held"));
  expect([english.staff_orders_seat_expired, arabic.staff_orders_seat_expired]).toEqual([
    "Hold expired",
    "انتهى الحجز المؤقت",
  ]);
});

it("A25: a seat that was passed on is not called refunded", () => {
  expect([goneText({ state: "cancelled" }), goneText({ state: "transferred" })]).toEqual([
    "staff_orders_seat_gone",
    "staff_orders_seat_passed_on",
  ]);
  expect(english.staff_orders_seat_passed_on).toBe("Transferred {date}");
  expect(arabic.staff_orders_seat_passed_on).toBe("نُقل إلى شخص آخر يوم {date}");
  expect(arabic.staff_orders_seat_gone).not.toContain("في {date}");
});

it("a cancelled seat went back with its money, or on sale where none was paid", () => {
  expect(seatWord({ state: "cancelled", hold_expired: false, kept_until: null }, true)).toBe("cancelled");
  expect(seatWord({ state: "cancelled", hold_expired: false, kept_until: null }, false)).toBe("released");
  expect(seatWord({ state: "cancelled", hold_expired: false, kept_until: "2027-11-27" }, true)).toBe("kept");
});
