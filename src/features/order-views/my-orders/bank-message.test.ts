import { expect, it } from "vitest";
import { inLocale } from "#i18n/locale.server.ts";
import { testCards } from "../../../../sandbox/cards.ts";
import { translateBankMessage } from "./bank-message.tsx";

it("copy: keeps an unknown message unchanged and marks it as English", () => {
  expect(translateBankMessage("ISSUER SWITCH INOPERATIVE", "ar")).toEqual({
    text: "ISSUER SWITCH INOPERATIVE",
    lang: "en",
  });
  expect(translateBankMessage("", "ar")).toEqual({ text: "", lang: "en" });
});

it.each([
  ["INSUFFICIENT FUNDS", "Insufficient funds", "الرصيد غير كافٍ"],
  ["DECLINED: EXPIRED CARD", "The card has expired", "انتهت صلاحية البطاقة"],
  [
    "DECLINED: EXCEEDS WITHDRAWAL LIMIT",
    "The amount is above the card’s limit",
    "المبلغ يتجاوز الحد المسموح به للبطاقة",
  ],
  ["UNSPECIFIED FAILURE", "Your bank declined the payment", "رفض البنك عملية الدفع"],
  ["DECLINED", "Your bank declined the payment", "رفض البنك عملية الدفع"],
  ["DECLINED: STOLEN CARD", "Your bank declined the payment", "رفض البنك عملية الدفع"],
  [
    "3DS: the cardholder could not be authenticated.",
    "Your bank couldn’t confirm that it was you",
    "لم يتمكن البنك من التحقق من هويتك",
  ],
  ["3DS: the authentication was cancelled by the cardholder.", "The confirmation was cancelled", "أُلغيت عملية التحقق"],
])("copy: translates the bank's message %s", (message, english, arabic) => {
  expect([translateBankMessage(message, "en"), translateBankMessage(message, "ar")]).toEqual([
    { text: english },
    { text: arabic },
  ]);
  expect(inLocale("ar", () => translateBankMessage(message).text)).toBe(arabic);
});

it("copy: translates the message of every declined test card into both languages", () => {
  const declineMessages = testCards.filter(({ kind }) => kind !== "approved").map(({ message }) => message);
  expect(declineMessages.length).toBeGreaterThan(10);
  expect(
    declineMessages.filter(
      (message) => translateBankMessage(message, "en").lang || translateBankMessage(message, "ar").lang,
    ),
  ).toEqual([]);
});
