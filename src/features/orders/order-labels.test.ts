import { describe, expect, it } from "vitest";
import { inLocale } from "#i18n/locale.server.ts";
import { otherDatesAddress, retryAddress, statusBadge } from "./order-labels.ts";

describe("A-05 status labels of orders", () => {
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

  it("shows an unknown status muted and unchanged", () => {
    expect(statusBadge("constructor")).toEqual({ tone: "muted", label: "constructor" });
  });
});

describe("paths of an order", () => {
  const course = { id: 7, visibility: "public", key: null, slug: "safety" } as const;
  const retryPath = (courseFacts: object, qty: number, cartOrderId: number | null = null) =>
    retryAddress({ id: 3, course: { ...course, ...courseFacts }, lines: [{ qty }] }, cartOrderId);

  it("retries in its own cart, at checkout for one seat or a run for a company, or else in a new cart", () => {
    expect(retryPath({}, 2, 3)).toBe("/checkout/cart");
    expect(retryPath({}, 1)).toBe("/checkout/safety?run=7");
    expect(retryPath({}, 2)).toBe("/cart");
    expect(retryPath({ visibility: "link", key: "k" }, 2)).toBe("/cart");
    expect(retryPath({ visibility: "company", key: "k" }, 12)).toBe("/checkout/safety?run=7&key=k");
  });

  it("shows other dates on the page of the course, and for a private run all courses", () => {
    expect(otherDatesAddress(course)).toBe("/courses/safety");
    expect(otherDatesAddress({ ...course, visibility: "link", key: "k" })).toBe("/courses");
  });
});
