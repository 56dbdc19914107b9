import { expect, it } from "vitest";
import { mails } from "../../../src/mails.ts";
import { messages as arabic } from "../providers/messages.ar.ts";
import { messages as english, type Messages } from "../providers/messages.en.ts";
import { keyOf } from "./story-labels.ts";

const textAt = (texts: Messages, path: string): unknown =>
  path.split(".").reduce<unknown>((found, key) => (found as Messages | undefined)?.[key], texts);

it("B1: every email has a name in both languages, in the story of an order too", () => {
  for (const texts of [english, arabic])
    for (const template of Object.keys(mails))
      expect((texts["mails"] as { kinds: Messages }).kinds[template], template).toBeTypeOf("string");
});

it("B2: what the provider reported is said in words", () => {
  const key = keyOf("provider.event", { type: "payment_refunded" });
  expect(textAt(english, key)).toBe("The payment provider confirmed the refund");
  expect(textAt(arabic, key)).toBe("أكّد مزوّد الدفع الاسترداد");
  expect(textAt(english, keyOf("provider.event", { type: "unheard_of" }))).toBe("Message from the payment provider");
});

it("B3: each event is a sentence of its own, which who did it follows", () => {
  expect(textAt(english, keyOf("order.partially_refunded"))).toBe("Refunded in part");
  expect(textAt(arabic, keyOf("order.partially_refunded"))).toBe("استُرد جزء من الطلب");
  expect([textAt(english, "orders.story.by"), textAt(arabic, "orders.story.by")]).toEqual([
    "(%{name})",
    "(بواسطة %{name})",
  ]);
});
