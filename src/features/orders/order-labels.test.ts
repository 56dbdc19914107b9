import { describe, expect, it } from "vitest";
import { inLocale } from "#i18n/locale.server.ts";
import { otherDatesAddress, retryAddress, statusBadge } from "./order-labels.ts";

describe("A-05 the status of an order in words", () => {
  it.each([
    ["paid", "success", "Paid", "مدفوع"],
    ["pending", "warning", "Payment pending", "قيد الدفع"],
    ["failed", "danger", "Payment failed", "فشل الدفع"],
    ["expired", "muted", "Expired", "انتهت المهلة"],
    ["refunded", "info", "Refunded", "مسترد"],
    ["partially_refunded", "info", "Partially refunded", "مسترد جزئيًا"],
  ])("%s", (status, tone, english, arabic) => {
    expect(statusBadge(status)).toEqual({ tone, label: english });
    expect(inLocale("ar", () => statusBadge(status))).toEqual({ tone, label: arabic });
  });

  it("a status we do not know stays grey and in the server's word", () => {
    expect(statusBadge("constructor")).toEqual({ tone: "muted", label: "constructor" });
  });
});

describe("where an order leads", () => {
  const course = { id: 7, visibility: "public", key: null, slug: "safety" } as const;
  const pay = (change: object, qty: number, cart: number | null = null) =>
    retryAddress({ id: 3, course: { ...course, ...change }, lines: [{ qty }] }, cart);

  it("to pay again: its cart, the checkout of one seat or of a run for a company, else a new cart", () => {
    expect(pay({}, 2, 3)).toBe("/checkout/cart");
    expect(pay({}, 1)).toBe("/checkout/safety?run=7");
    expect(pay({}, 2)).toBe("/cart");
    expect(pay({ visibility: "link", key: "k" }, 2)).toBe("/cart");
    expect(pay({ visibility: "company", key: "k" }, 12)).toBe("/checkout/safety?run=7&key=k");
  });

  it("to other dates: the course, of a private run all courses", () => {
    expect(otherDatesAddress(course)).toBe("/courses/safety");
    expect(otherDatesAddress({ ...course, visibility: "link", key: "k" })).toBe("/courses");
  });
});
