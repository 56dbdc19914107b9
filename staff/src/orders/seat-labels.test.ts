import { expect, it } from "vitest";
import arabic from "../../messages/ar/orders.json" with { type: "json" };
import english from "../../messages/en/orders.json" with { type: "json" };
import { goneText, seatLook, seatWord } from "./seat-labels.ts";

it("A29: a seat whose hold has run out is not called held", () => {
  expect(seatWord({ state: "held", hold_expired: false }, false)).toBe("held");
  expect(seatWord({ state: "held", hold_expired: true }, false)).toBe("expired");
  expect(seatLook("expired")).not.toEqual(seatLook("held"));
  expect([english.seat.expired, arabic.seat.expired]).toEqual(["Hold expired", "انتهى الحجز المؤقت"]);
});

it("A25: a seat that was passed on is not called refunded", () => {
  expect([goneText({ state: "cancelled" }), goneText({ state: "transferred" })]).toEqual([
    "orders.seat_gone",
    "orders.seat_passed_on",
  ]);
  expect(english.seat_passed_on).toBe("Transferred %{date}");
  expect(arabic.seat_passed_on).toBe("نُقل إلى شخص آخر يوم %{date}");
  expect(arabic.seat_gone).not.toContain("في %{date}");
});

it("a cancelled seat went back with its money, or on sale where none was paid", () => {
  expect(seatWord({ state: "cancelled", hold_expired: false }, true)).toBe("cancelled");
  expect(seatWord({ state: "cancelled", hold_expired: false }, false)).toBe("released");
});
