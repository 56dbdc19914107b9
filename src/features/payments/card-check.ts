/** Checks and shapes card input for the provider. Nothing here stores, logs or sends it. */
import { extractDigits } from "#i18n/digits.ts";
import { normaliseInput } from "#i18n/input-text.ts";
import { cardFields, detectScheme, type CardField, type CardInput } from "./card.ts";

export type CardProblem = "required" | "name" | "number" | "month" | "year" | "expired" | "cvc";

export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    let digit = Number(digits[digits.length - 1 - i]);
    if (i % 2 === 1 && (digit *= 2) > 9) digit -= 9;
    sum += digit;
  }
  return digits.length > 0 && sum % 10 === 0;
}

function fullYear(year: string): number | null {
  const digits = normaliseInput(year);
  return /^\d{2}$/.test(digits) ? 2000 + Number(digits) : /^20\d{2}$/.test(digits) ? Number(digits) : null;
}

function findProblem(field: CardField, card: CardInput, now: Date): CardProblem | null {
  const value = normaliseInput(card[field]);
  if (value === "") return "required";
  switch (field) {
    case "name":
      // Providers take embossed names: Latin letters, first and last name.
      return /^[A-Za-z][A-Za-z.'-]*(?: +[A-Za-z.'-]+)+$/.test(value) ? null : "name";
    case "number": {
      const digits = value.replace(/[\s-]/g, "");
      return /^\d{15,19}$/.test(digits) && passesLuhn(digits) ? null : "number";
    }
    case "month":
      return /^(0?[1-9]|1[0-2])$/.test(value) ? null : "month";
    case "year": {
      const year = fullYear(value);
      if (year === null) return "year";
      const typedMonth = normaliseInput(card.month);
      const month = /^(0?[1-9]|1[0-2])$/.test(typedMonth) ? Number(typedMonth) : 12;
      // A card is valid until its month has ended in every time zone.
      return Date.UTC(year, month, 1, 12) <= now.getTime() ? "expired" : null;
    }
    case "cvc":
      return (detectScheme(card.number) === "amex" ? /^\d{4}$/ : /^\d{3}$/).test(value) ? null : "cvc";
  }
}

/** Returns the problems by field; empty when the card may be sent. */
export function checkCard(card: CardInput, now: Date): Partial<Record<CardField, CardProblem>> {
  return Object.fromEntries(
    cardFields
      .flatMap((field) => [[field, findProblem(field, card, now)] as const])
      .filter(([, problem]) => problem !== null),
  );
}

/** Builds the `source` of a payment request from a card that has passed `checkCard`. */
export function cardSource(card: CardInput) {
  return {
    type: "creditcard",
    name: normaliseInput(card.name),
    number: extractDigits(card.number, 19),
    month: extractDigits(card.month, 2).padStart(2, "0"),
    year: String(fullYear(card.year)),
    cvc: extractDigits(card.cvc, 4),
    "3ds": true,
  };
}
