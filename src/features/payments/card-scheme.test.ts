import { expect, it } from "vitest";
import { inLocale } from "#i18n/locale.server.ts";
import { schemeName } from "./card.ts";

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
