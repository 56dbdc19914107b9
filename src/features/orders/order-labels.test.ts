import { describe, expect, it } from "vitest";
import { inLocale } from "#i18n/locale.server.ts";
import { statusBadge } from "./order-labels.ts";

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
