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

describe("what a payment means for its order", () => {
  it("S-08 refuses every payment that is not the one asked for", () => {
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

  it("S-08 never fulfils without the money", () => {
    for (const status of ["initiated", "failed", "voided", "authorized", "refunded", "other"] as const) {
      for (const order of statuses)
        expect(decide({ status: order }, { ...payment, status }, expected).kind).not.toBe("fulfil");
    }
  });

  it("fulfils once: a paid order stays as it is, and a late payment may still buy", () => {
    expect(decide({ status: "pending" }, payment, expected)).toEqual({ kind: "fulfil" });
    expect(decide({ status: "paid" }, payment, expected)).toEqual({ kind: "nothing" });
    expect(decide({ status: "refunded" }, payment, expected)).toEqual({ kind: "nothing" });
    for (const status of ["failed", "expired"] as const)
      expect(decide({ status }, payment, expected)).toEqual({ kind: "fulfil" });
  });

  it("a declined card fails an open order only, and waits while the payer is at the bank", () => {
    expect(decide({ status: "pending" }, { ...payment, status: "failed" }, expected)).toEqual({ kind: "fail" });
    expect(decide({ status: "paid" }, { ...payment, status: "failed" }, expected)).toEqual({ kind: "nothing" });
    expect(decide({ status: "pending" }, { ...payment, status: "initiated" }, expected)).toEqual({ kind: "wait" });
  });

  it("decides about refunds from the number refunded, not from the status", () => {
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

  it("G-03 of several payments one buys; what comes after goes back, and what was declined before decides nothing", () => {
    const standing = { returning: false, paidByAnother: false, anotherOpen: false };
    const declined = { ...payment, status: "failed" as const };
    for (const status of ["paid", "partially_refunded", "refunded"] as const) {
      expect(decide({ status }, payment, expected, { ...standing, paidByAnother: true })).toEqual({
        kind: "refund",
        reason: "already-paid",
      });
      expect(decide({ status }, payment, expected, { ...standing, paidByAnother: true, returning: true })).toEqual({
        kind: "nothing",
      });
    }
    for (const status of statuses)
      expect(decide({ status }, payment, expected, { ...standing, returning: true })).toEqual({ kind: "nothing" });
    expect(decide({ status: "pending" }, declined, expected, { ...standing, anotherOpen: true })).toEqual({
      kind: "nothing",
    });
    expect(decide({ status: "pending" }, declined, expected, standing)).toEqual({ kind: "fail" });
  });

  it("G-03 an order is paid when what is settled, less what goes back, reaches its total", () => {
    const settledAt = new Date();
    const paid = (amountHalalas: number, returningHalalas = 0) => ({ amountHalalas, settledAt, returningHalalas });
    const unused = { ...paid(276_000), settledAt: null };
    expect(missingHalalas(276_000, [])).toBe(276_000);
    expect(missingHalalas(276_000, [unused])).toBe(276_000);
    expect(missingHalalas(276_000, [paid(100_000), paid(175_999)])).toBe(1);
    expect(missingHalalas(276_000, [paid(100_000), paid(176_000), unused])).toBe(0);
    expect(missingHalalas(276_000, [paid(276_000, 276_000)])).toBe(276_000);
    expect(missingHalalas(100, [paid(276_000)])).toBe(0);
    expect(missingHalalas(0, [])).toBe(0);
  });

  it("G-03 a refund is taken from the newest payment that holds it, else from several, never more than each holds", () => {
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

  it("F-10 moves of an order are those of decisions §3: what was never paid is never refunded", () => {
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

  it("looks again every 20 s while an order is open, then more rarely, then never", () => {
    const now = new Date("2026-11-21T09:00:00Z");
    expect(nextCheck(now, true, 7)).toEqual(new Date("2026-11-21T09:00:20Z"));
    expect(nextCheck(now, false, 0)).toEqual(new Date("2026-11-21T09:02:00Z"));
    expect(nextCheck(now, false, 5)).toBeNull();
  });
});

describe("F-01 what a payment may still buy", () => {
  const holdEnd = new Date("2026-11-21T09:15:00Z");
  const at = (hours: number) => new Date(holdEnd.getTime() + hours * 3_600_000);
  const asOrdered: SaleState = {
    cancelled: false,
    closed: false,
    ended: false,
    repriced: false,
    codeUsedUp: false,
    isRegistered: false,
    free: true,
  };
  const open = { status: "pending" as const, expiresAt: holdEnd };
  const over = { status: "expired" as const, expiresAt: holdEnd };

  it("F-01 refuses a late payment for everything that a new order would be refused for, or asked another price for", () => {
    const changes: [Partial<SaleState>, string][] = [
      [{ cancelled: true }, "run-cancelled"],
      [{ ended: true }, "run-ended"],
      [{ closed: true }, "run-closed"],
      [{ repriced: true }, "price-changed"],
      [{ codeUsedUp: true }, "price-changed"],
      [{ isRegistered: true }, "already-registered"],
      [{ free: false }, "sold-out"],
    ];
    for (const status of ["expired", "failed"] as const) {
      for (const [change, reason] of changes)
        expect(getSaleRefusal({ status, expiresAt: holdEnd }, { ...asOrdered, ...change }, at(1))).toBe(reason);
    }
    expect(
      getSaleRefusal(
        over,
        { ...asOrdered, cancelled: true, closed: true, ended: true, repriced: true, isRegistered: true, free: false },
        at(100),
      ),
    ).toBe("run-cancelled");
  });

  it("F-01 takes it for less than 24 hours after the hold, by the hold's end and not by the status", () => {
    expect(latePaymentHours).toBe(24);
    expect(getSaleRefusal(over, asOrdered, at(23.999))).toBeNull();
    expect(getSaleRefusal(over, asOrdered, at(24))).toBe("paid-too-late");
    expect(getSaleRefusal(open, asOrdered, at(24))).toBe("paid-too-late");
    expect(getSaleRefusal(over, asOrdered, at(720))).toBe("paid-too-late");
  });

  it("F-01 keeps the promise of an open order within its hold, but no seat of a cancelled run and none twice", () => {
    const inTime = at(-0.1);
    for (const change of [{ closed: true }, { ended: true }, { repriced: true }])
      expect(getSaleRefusal(open, { ...asOrdered, ...change }, inTime)).toBeNull();
    expect(getSaleRefusal(open, { ...asOrdered, cancelled: true }, inTime)).toBe("run-cancelled");
    expect(getSaleRefusal(open, { ...asOrdered, isRegistered: true }, inTime)).toBe("already-registered");
    expect(getSaleRefusal(open, { ...asOrdered, free: false }, inTime)).toBe("sold-out");
  });

  it("F-01 an order is late once its hold is over, also before the job has ended it", () => {
    expect(isLate(open, at(-0.1))).toBe(false);
    expect(isLate(open, holdEnd)).toBe(true);
    expect(isLate(over, at(-0.1))).toBe(true);
  });
});
