import { describe, expect, it } from "vitest";
import { mayMove, type OrderStatus } from "./order-states.ts";
import { isOurs, judge, nextCheck } from "./payment-rules.ts";
import type { ProviderPayment } from "./payments/provider.ts";

const expected = { attemptId: "0b9f4c1e-0000-4000-8000-000000000001", orderId: 1042, amountHalalas: 276_000, currency: "SAR" };
const payment: ProviderPayment = {
  id: expected.attemptId, status: "paid", amountHalalas: 276_000, currency: "SAR", refundedHalalas: 0, orderId: "1042",
  message: "APPROVED", transactionUrl: null, cardScheme: "visa", cardMasked: "4111-11XX-XXXX-1111",
};
const statuses: OrderStatus[] = ["pending", "paid", "failed", "expired", "refunded", "partially_refunded"];

describe("what a payment means for its order", () => {
  it("S-08 refuses every payment that is not the one asked for", () => {
    expect(isOurs(payment, expected)).toBe(true);
    const forged: Partial<ProviderPayment>[] = [{ id: "0b9f4c1e-0000-4000-8000-000000000002" }, { amountHalalas: 100 }, { amountHalalas: 276_001 }, { currency: "KWD" }, { orderId: "1043" }, { orderId: null }];
    for (const change of forged) {
      expect(isOurs({ ...payment, ...change }, expected)).toBe(false);
      expect(judge({ status: "pending" }, { ...payment, ...change }, expected)).toEqual({ kind: "give-back", reason: "mismatch" });
    }
  });

  it("S-08 never fulfils without the money", () => {
    for (const status of ["initiated", "failed", "voided", "authorized", "refunded", "other"] as const) {
      for (const order of statuses) expect(judge({ status: order }, { ...payment, status }, expected).kind).not.toBe("fulfil");
    }
  });

  it("fulfils once: a paid order stays as it is, a late payment is known as one", () => {
    expect(judge({ status: "pending" }, payment, expected)).toEqual({ kind: "fulfil", late: false });
    expect(judge({ status: "paid" }, payment, expected)).toEqual({ kind: "nothing" });
    expect(judge({ status: "refunded" }, payment, expected)).toEqual({ kind: "nothing" });
    for (const status of ["failed", "expired"] as const) expect(judge({ status }, payment, expected)).toEqual({ kind: "fulfil", late: true });
  });

  it("a declined card fails an open order only, and waits while the payer is at the bank", () => {
    expect(judge({ status: "pending" }, { ...payment, status: "failed" }, expected)).toEqual({ kind: "fail" });
    expect(judge({ status: "paid" }, { ...payment, status: "failed" }, expected)).toEqual({ kind: "nothing" });
    expect(judge({ status: "pending" }, { ...payment, status: "initiated" }, expected)).toEqual({ kind: "wait" });
  });

  it("decides about refunds from the number given back, not from the status", () => {
    expect(judge({ status: "paid" }, { ...payment, status: "paid", refundedHalalas: 1000 }, expected)).toEqual({ kind: "record-refund" });
    expect(judge({ status: "paid" }, { ...payment, status: "refunded", refundedHalalas: 1000 }, expected)).toEqual({ kind: "record-refund" });
    expect(judge({ status: "paid" }, { ...payment, status: "refunded", refundedHalalas: 276_000 }, expected)).toEqual({ kind: "record-refund" });
  });

  it("moves of an order are those of decisions §3", () => {
    const allowed = statuses.flatMap((from) => statuses.filter((to) => mayMove(from, to)).map((to) => `${from}→${to}`));
    expect(allowed).toEqual([
      "pending→paid", "pending→failed", "pending→expired", "paid→refunded", "paid→partially_refunded", "failed→paid", "failed→refunded",
      "expired→paid", "expired→refunded", "partially_refunded→refunded",
    ]);
  });

  it("looks again every 20 s while an order is open, then more rarely, then never", () => {
    const now = new Date("2026-11-21T09:00:00Z");
    expect(nextCheck(now, true, 7)).toEqual(new Date("2026-11-21T09:00:20Z"));
    expect(nextCheck(now, false, 0)).toEqual(new Date("2026-11-21T09:02:00Z"));
    expect(nextCheck(now, false, 5)).toBeNull();
  });
});
