import { expect, it } from "vitest";
import arabic from "../../../messages/ar/staff/orders.json" with { type: "json" };
import arabicMails from "../../../messages/ar/staff/mails.json" with { type: "json" };
import english from "../../../messages/en/staff/orders.json" with { type: "json" };
import englishMails from "../../../messages/en/staff/mails.json" with { type: "json" };
import { mails } from "../../../src/mails.ts";
import { toSnakeCase } from "../messages.ts";
import { isKnownEvent, getEventLabelKey } from "./story-labels.ts";

it("B1: every email has a label in both languages", () => {
  for (const texts of [englishMails, arabicMails])
    for (const template of Object.keys(mails))
      expect(Object.keys(texts), template).toContain(`staff_mails_kinds_${toSnakeCase(template)}`);
});

it("B2: events of the payment provider have a text in both languages", () => {
  const key = getEventLabelKey("provider.event", { type: "payment_refunded" });
  expect(english[key]).toBe("The payment provider confirmed the refund");
  expect(arabic[key]).toBe("أكّد مزوّد الدفع الاسترداد");
  expect(english[getEventLabelKey("provider.event", { type: "unheard_of" })]).toBe("Message from the payment provider");
});

it("B3: events have a text in both languages; unknown events have none", () => {
  expect(english[getEventLabelKey("order.partially_refunded")]).toBe("Refunded in part");
  expect(arabic[getEventLabelKey("order.partially_refunded")]).toBe("استُرد جزء من الطلب");
  expect([english.staff_orders_story_by, arabic.staff_orders_story_by]).toEqual(["({name})", "(بواسطة {name})"]);
  // Negative control: an event from a newer version has no text.
  expect(isKnownEvent("order.unheard-of")).toBe(false);
});
