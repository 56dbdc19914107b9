import { expect, it } from "vitest";
import { cardLabel, yourCard } from "./mail-card.ts";

/** Removes the invisible direction marks around names and digits. */
const plain = (text: string) => text.replaceAll(/[\u2066-\u2069\u200e\u200f]/g, "");

it.each([
  ["applepay mada", "XXXX-XXXX-XXXX-1010", "Apple Pay, mada ending 1010", "your mada card ending 1010"],
  ["applepay mada", "XXXX-XXXX-XXXX-XXXX", "Apple Pay, mada", "the card you paid with"],
  ["applepay", "XXXX-XXXX-XXXX-1010", "Apple Pay ending 1010", "the card you paid with"],
  ["visa", "4111-11XX-XXXX-1111", "Visa ending 1111", "your Visa card ending 1111"],
  [null, null, "", "the card you paid with"],
])("Y-01 describes a card in emails by what is known: %s %s", (scheme, masked, label, sentence) => {
  expect([cardLabel({ scheme, masked }, "en"), yourCard({ scheme, masked }, "en")].map(plain)).toEqual([
    label,
    sentence,
  ]);
});
