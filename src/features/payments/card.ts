/** Checks and shapes card input for the provider. Nothing here stores, logs or sends it. */
import { digitsOf, latinDigits } from "#i18n/digits.ts";
import type { Locale } from "#i18n/locale.ts";
import { m } from "#messages";

export type CardScheme = "mada" | "visa" | "mastercard" | "amex" | "unionpay";

type Message = (input?: object, options?: { locale?: Locale }) => string;
const names: Record<CardScheme, Message> = {
  mada: m.orders_scheme_mada,
  visa: m.orders_scheme_visa,
  mastercard: m.orders_scheme_mastercard,
  amex: m.orders_scheme_amex,
  unionpay: m.orders_scheme_unionpay,
};
const providers: Record<string, CardScheme> = {
  master: "mastercard",
  "american express": "amex",
  american_express: "amex",
  "union pay": "unionpay",
  union_pay: "unionpay",
};

/** Proper name of a card scheme in `locale` (default: the page's); an unknown one stays as it is, null is empty. */
export function schemeName(scheme: string | null, locale?: Locale): string {
  const said = (scheme ?? "").trim();
  const known = providers[said.toLowerCase()] ?? said.toLowerCase();
  const words = Object.hasOwn(names, known) ? names[known as CardScheme] : null;
  return words ? words({}, locale ? { locale } : {}) : said;
}

export interface CardInput {
  name: string;
  number: string;
  month: string;
  year: string;
  cvc: string;
}

export const cardFields = ["name", "number", "month", "year", "cvc"] as const satisfies readonly (keyof CardInput)[];
export type CardField = (typeof cardFields)[number];
export const emptyCard: CardInput = { name: "", number: "", month: "", year: "", cvc: "" };

export type CardProblem = "required" | "name" | "number" | "month" | "year" | "expired" | "cvc";

export function groupNumber(text: string): string {
  return digitsOf(text, 19).replace(/(.{4})(?=.)/g, "$1 ");
}

/** mada ranges, some within those of Visa and Mastercard. For display only: the provider decides. */
const mada =
  /^(420132|440647|440795|446404|504300|508160|585265|58884[5-9]|58885[01]|589005|589206|604906|605141|636120|968\d{3})/;

export function schemeOf(number: string): CardScheme | null {
  const digits = digitsOf(number, 19);
  if (mada.test(digits)) return "mada";
  if (digits.startsWith("4")) return "visa";
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(digits)) return "mastercard";
  if (/^3[47]/.test(digits)) return "amex";
  if (digits.startsWith("62")) return "unionpay";
  return null;
}

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
  const digits = latinDigits(year.trim());
  return /^\d{2}$/.test(digits) ? 2000 + Number(digits) : /^20\d{2}$/.test(digits) ? Number(digits) : null;
}

function problemOf(field: CardField, card: CardInput, now: Date): CardProblem | null {
  const value = latinDigits(card[field].trim());
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
      const month = /^(0?[1-9]|1[0-2])$/.test(latinDigits(card.month.trim())) ? Number(latinDigits(card.month)) : 12;
      // Valid until its month has ended everywhere on earth.
      return Date.UTC(year, month, 1, 12) <= now.getTime() ? "expired" : null;
    }
    case "cvc":
      return (schemeOf(card.number) === "amex" ? /^\d{4}$/ : /^\d{3}$/).test(value) ? null : "cvc";
  }
}

/** Problems by field; empty when the card may be sent. */
export function checkCard(card: CardInput, now: Date): Partial<Record<CardField, CardProblem>> {
  return Object.fromEntries(
    cardFields
      .flatMap((field) => [[field, problemOf(field, card, now)] as const])
      .filter(([, problem]) => problem !== null),
  );
}

/** The `source` of a payment request. The card has passed `checkCard`. */
export function cardSource(card: CardInput) {
  return {
    type: "creditcard",
    name: card.name.trim().replace(/\s+/g, " "),
    number: digitsOf(card.number, 19),
    month: digitsOf(card.month, 2).padStart(2, "0"),
    year: String(fullYear(card.year)),
    cvc: digitsOf(card.cvc, 4),
    "3ds": true,
  };
}
