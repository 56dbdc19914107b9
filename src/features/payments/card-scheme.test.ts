import { expect, it } from "vitest";
import { inLocale } from "#i18n/locale.server.ts";
import { schemeName, schemeWithWallet } from "./card.ts";
import { cardEnding } from "./card-scheme.ts";

it("keeps the provider's name of an unknown scheme, and returns an empty name without a scheme", () => {
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
])("names %s in English and Arabic", (scheme, english, arabic) => {
  expect([schemeName(scheme, "en"), schemeName(scheme, "ar"), inLocale("ar", () => schemeName(scheme))]).toEqual([
    english,
    arabic,
    arabic,
  ]);
});

it("names Apple Pay with its card as a way of paying, and only the card as a scheme", () => {
  expect([
    schemeWithWallet("applepay mada", "en"),
    schemeWithWallet("applepay master", "ar"),
    schemeWithWallet("applepay jcb", "en"),
    schemeWithWallet("applepay", "ar"),
  ]).toEqual(["Apple Pay, mada", "ماستركارد عبر Apple Pay", "Apple Pay, jcb", "Apple Pay"]);
  expect([schemeWithWallet("mada", "en"), schemeWithWallet(null)]).toEqual(["mada", ""]);
  expect([schemeName("applepay mada", "en"), schemeName("applepay mada", "ar"), schemeName("applepay")]).toEqual([
    "mada",
    "مدى",
    "",
  ]);
});

it("returns the last four digits of a masked card number, or null", () => {
  expect(cardEnding("4111-11XX-XXXX-1111")).toBe("1111");
  expect(cardEnding(null)).toBeNull();
  expect(cardEnding("XXXX-XXXX-XXXX-XXXX")).toBeNull();
});
