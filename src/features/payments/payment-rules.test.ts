import { describe, expect, it } from "vitest";
import { mayMove, type OrderStatus } from "#features/orders/order-states.ts";
import {
  isLate,
  isOurs,
  decide,
  latePaymentHours,
  missingHalalas,
  nextCheck,
  getSaleRefusal,
  type SaleState,
} from "./payment-rules.ts";
import type { ProviderPayment } from "./provider.ts";
import { splitRefund } from "./refund-rules.ts";

const expected = {
  paymentId: "0b9f4c1e-0000-4000-8000-000000000001",
  orderId: 1042,
  amountHalalas: 276_000,
  currency: "SAR",
};
const payment: ProviderPayment = {
  id: expected.paymentId,
  status: "paid",
  amountHalalas: 276_000,
  currency: "SAR",
  refundedHalalas: 0,
  feeHalalas: null,
  orderId: "1042",
  installationId: null,
  message: "APPROVED",
  transactionUrl: null,
  cardScheme: "visa",
  cardMasked: "4111-11XX-XXXX-1111",
  createdAt: null,
  updatedAt: null,
};
const statuses: OrderStatus[] = ["pending", "paid", "failed", "expired", "refunded", "partially_refunded"];

describe("how a payment changes its order", () => {
  it("S-08 refunds a payment whose id, amount, currency or order does not match", () => {
    expect(isOurs(payment, expected)).toBe(true);
    const forged: Partial<ProviderPayment>[] = [
      { id: "0b9f4c1e-0000-4000-8000-000000000002" },
      { amountHalalas: 100 },
      { amountHalalas: 276_001 },
      { currency: "KWD" },
      { orderId: "1043" },
      { orderId: null },
    ];
    for (const change of forged) {
      expect(isOurs({ ...payment, ...change }, expected)).toBe(false);
      expect(decide({ status: "pending" }, { ...payment, ...change }, expected)).toEqual({
        kind: "refund",
        reason: "mismatch",
      });
    }
  });

  it("S-08 never fulfils an order with a payment that is not paid", () => {
    for (const status of ["initiated", "failed", "voided", "authorized", "refunded", "other"] as const) {
      for (const order of statuses)
        expect(decide({ status: order }, { ...payment, status }, expected).kind).not.toBe("fulfil");
    }
  });

  it("fulfils a pending order and an ended one that is paid late; never fulfils an order twice", () => {
    expect(decide({ status: "pending" }, payment, expected)).toEqual({ kind: "fulfil" });
    expect(decide({ status: "paid" }, payment, expected)).toEqual({ kind: "nothing" });
    expect(decide({ status: "refunded" }, payment, expected)).toEqual({ kind: "nothing" });
    for (const status of ["failed", "expired"] as const)
      expect(decide({ status }, payment, expected)).toEqual({ kind: "fulfil" });
  });

  it("a declined card fails only an open order; an initiated payment waits", () => {
    expect(decide({ status: "pending" }, { ...payment, status: "failed" }, expected)).toEqual({ kind: "fail" });
    expect(decide({ status: "paid" }, { ...payment, status: "failed" }, expected)).toEqual({ kind: "nothing" });
    expect(decide({ status: "pending" }, { ...payment, status: "initiated" }, expected)).toEqual({ kind: "wait" });
  });

  it("recognises a refund by the refunded amount, whatever the status", () => {
    expect(decide({ status: "paid" }, { ...payment, status: "paid", refundedHalalas: 1000 }, expected)).toEqual({
      kind: "record-refund",
    });
    expect(decide({ status: "paid" }, { ...payment, status: "refunded", refundedHalalas: 1000 }, expected)).toEqual({
      kind: "record-refund",
    });
    expect(decide({ status: "paid" }, { ...payment, status: "refunded", refundedHalalas: 276_000 }, expected)).toEqual({
      kind: "record-refund",
    });
  });

  it("G-03 refunds a second payment; ignores one already being refunded and a card declined while another payment is open", () => {
    const situation = { hasRefund: false, isPaidByAnother: false, isAnotherOpen: false };
    const declined = { ...payment, status: "failed" as const };
    for (const status of ["paid", "partially_refunded", "refunded"] as const) {
      expect(decide({ status }, payment, expected, { ...situation, isPaidByAnother: true })).toEqual({
        kind: "refund",
        reason: "already-paid",
      });
      expect(decide({ status }, payment, expected, { ...situation, isPaidByAnother: true, hasRefund: true })).toEqual({
        kind: "nothing",
      });
    }
    for (const status of statuses)
      expect(decide({ status }, payment, expected, { ...situation, hasRefund: true })).toEqual({ kind: "nothing" });
    expect(decide({ status: "pending" }, declined, expected, { ...situation, isAnotherOpen: true })).toEqual({
      kind: "nothing",
    });
    expect(decide({ status: "pending" }, declined, expected, situation)).toEqual({ kind: "fail" });
  });

  it("G-03 an order is paid when settled payments minus refunds reach its total", () => {
    const settledAt = new Date();
    const settledPayment = (amountHalalas: number, returningHalalas = 0) => ({
      amountHalalas,
      settledAt,
      returningHalalas,
    });
    const unsettled = { ...settledPayment(276_000), settledAt: null };
    expect(missingHalalas(276_000, [])).toBe(276_000);
    expect(missingHalalas(276_000, [unsettled])).toBe(276_000);
    expect(missingHalalas(276_000, [settledPayment(100_000), settledPayment(175_999)])).toBe(1);
    expect(missingHalalas(276_000, [settledPayment(100_000), settledPayment(176_000), unsettled])).toBe(0);
    expect(missingHalalas(276_000, [settledPayment(276_000, 276_000)])).toBe(276_000);
    expect(missingHalalas(100, [settledPayment(276_000)])).toBe(0);
    expect(missingHalalas(0, [])).toBe(0);
  });

  it("G-03 takes a refund from the newest payment with enough left, else from several; null when too little is left", () => {
    const newest = { id: "b", leftHalalas: 300 };
    const oldest = { id: "a", leftHalalas: 1000 };
    expect(splitRefund(1301, [newest, oldest])).toBeNull();
    expect(splitRefund(1, [])).toBeNull();
    expect(splitRefund(300, [newest, oldest])).toEqual([{ payment: newest, amountHalalas: 300 }]);
    expect(splitRefund(301, [newest, oldest])).toEqual([{ payment: oldest, amountHalalas: 301 }]);
    expect(splitRefund(1300, [newest, oldest])).toEqual([
      { payment: newest, amountHalalas: 300 },
      { payment: oldest, amountHalalas: 1000 },
    ]);
  });

  it("F-10 allows only the order states of decisions §3: an unpaid order is never refunded", () => {
    const allowed = statuses.flatMap((from) => statuses.filter((to) => mayMove(from, to)).map((to) => `${from}→${to}`));
    expect(allowed).toEqual([
      "pending→paid",
      "pending→failed",
      "pending→expired",
      "paid→refunded",
      "paid→partially_refunded",
      "failed→pending",
      "failed→paid",
      "expired→paid",
      "partially_refunded→refunded",
    ]);
  });

  it("checks every 20 s while an order is open, then more rarely, then never", () => {
    const now = new Date("2026-11-21T09:00:00Z");
    expect(nextCheck(now, true, 7)).toEqual(new Date("2026-11-21T09:00:20Z"));
    expect(nextCheck(now, false, 0)).toEqual(new Date("2026-11-21T09:02:00Z"));
    expect(nextCheck(now, false, 5)).toBeNull();
  });
});

describe("F-01 when a payment may still buy seats", () => {
  const holdEnd = new Date("2026-11-21T09:15:00Z");
  const hoursAfterHold = (hours: number) => new Date(holdEnd.getTime() + hours * 3_600_000);
  const sellable: SaleState = {
    isCancelled: false,
    isClosed: false,
    hasEnded: false,
    isRepriced: false,
    isCodeUsedUp: false,
    isRegistered: false,
    hasFreeSeats: true,
  };
  const openOrder = { status: "pending" as const, expiresAt: holdEnd };
  const expiredOrder = { status: "expired" as const, expiresAt: holdEnd };

  it("F-01 refuses a late payment when a new order would be refused or cost another price", () => {
    const changes: [Partial<SaleState>, string][] = [
      [{ isCancelled: true }, "run-cancelled"],
      [{ hasEnded: true }, "run-ended"],
      [{ isClosed: true }, "run-closed"],
      [{ isRepriced: true }, "price-changed"],
      [{ isCodeUsedUp: true }, "price-changed"],
      [{ isRegistered: true }, "already-registered"],
      [{ hasFreeSeats: false }, "sold-out"],
    ];
    for (const status of ["expired", "failed"] as const) {
      for (const [change, reason] of changes)
        expect(getSaleRefusal({ status, expiresAt: holdEnd }, { ...sellable, ...change }, hoursAfterHold(1))).toBe(
          reason,
        );
    }
    expect(
      getSaleRefusal(
        expiredOrder,
        {
          ...sellable,
          isCancelled: true,
          isClosed: true,
          hasEnded: true,
          isRepriced: true,
          isRegistered: true,
          hasFreeSeats: false,
        },
        hoursAfterHold(100),
      ),
    ).toBe("run-cancelled");
  });

  it("F-01 accepts a late payment until 24 hours after the hold's end, whatever the order's status", () => {
    expect(latePaymentHours).toBe(24);
    expect(getSaleRefusal(expiredOrder, sellable, hoursAfterHold(23.999))).toBeNull();
    expect(getSaleRefusal(expiredOrder, sellable, hoursAfterHold(24))).toBe("paid-too-late");
    expect(getSaleRefusal(openOrder, sellable, hoursAfterHold(24))).toBe("paid-too-late");
    expect(getSaleRefusal(expiredOrder, sellable, hoursAfterHold(720))).toBe("paid-too-late");
  });

  it("F-01 sells an order paid within its hold, unless the run is cancelled or full or an attendee is already registered", () => {
    const inTime = hoursAfterHold(-0.1);
    for (const change of [{ isClosed: true }, { hasEnded: true }, { isRepriced: true }])
      expect(getSaleRefusal(openOrder, { ...sellable, ...change }, inTime)).toBeNull();
    expect(getSaleRefusal(openOrder, { ...sellable, isCancelled: true }, inTime)).toBe("run-cancelled");
    expect(getSaleRefusal(openOrder, { ...sellable, isRegistered: true }, inTime)).toBe("already-registered");
    expect(getSaleRefusal(openOrder, { ...sellable, hasFreeSeats: false }, inTime)).toBe("sold-out");
  });

  it("F-01 an order is late once its hold is over, even before the job has expired it", () => {
    expect(isLate(openOrder, hoursAfterHold(-0.1))).toBe(false);
    expect(isLate(openOrder, holdEnd)).toBe(true);
    expect(isLate(expiredOrder, hoursAfterHold(-0.1))).toBe(true);
  });
});
