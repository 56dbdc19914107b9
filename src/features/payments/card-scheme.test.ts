import { expect, it } from "vitest";
import { inLocale } from "#i18n/locale.server.ts";
import { cardName, schemeName } from "./card.ts";

it("a scheme that no one knows is said as the provider says it, none is empty", () => {
  expect([schemeName("jcb"), schemeName("constructor"), schemeName(" "), schemeName(null)]).toEqual([
    "jcb",
    "constructor",
    "",
    "",
  ]);
});

it.each([
  ["visa", "Visa", "فيزا"],
  ["VISA", "Visa", "فيزا"],
  ["master", "Mastercard", "ماستركارد"],
  ["mastercard", "Mastercard", "ماستركارد"],
  ["mada", "mada", "مدى"],
  ["amex", "American Express", "أمريكان إكسبريس"],
  ["unionpay", "UnionPay", "يونيون باي"],
])("%s", (scheme, english, arabic) => {
  expect([schemeName(scheme, "en"), schemeName(scheme, "ar"), inLocale("ar", () => schemeName(scheme))]).toEqual([
    english,
    arabic,
    arabic,
  ]);
});

it("names Apple Pay and the card in it as a way of paying, and the card alone where money goes back", () => {
  expect([cardName("applepay mada", "en"), cardName("applepay master", "ar"), cardName("applepay jcb", "en")]).toEqual([
    "Apple Pay, mada",
    "ماستركارد عبر Apple Pay",
    "Apple Pay, jcb",
  ]);
  expect([cardName("mada", "en"), cardName(null)]).toEqual(["mada", ""]);
  expect([schemeName("applepay mada", "en"), schemeName("applepay mada", "ar")]).toEqual(["mada", "مدى"]);
});
