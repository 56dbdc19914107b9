import type { Settings } from "./settings.ts";

export type Company = "mada" | "visa" | "master" | "amex" | "unionpay";

/** How the bank answers a payment with a card, if the payer passes 3-D Secure. */
export interface CardCase {
  kind: "approved" | "declined" | "three_ds_failure";
  /** Whether the bank approves without a challenge to the payer. */
  frictionless: boolean;
  message: string;
  /** ISO 8583 code; null when the payment ended before it reached the bank. */
  code: string | null;
}

export interface TestCardRow extends CardCase {
  numbers: Partial<Record<Company, string>>;
}

const row = (
  kind: CardCase["kind"],
  code: string | null,
  message: string,
  numbers: TestCardRow["numbers"],
  frictionless = false,
): TestCardRow => ({
  kind,
  code,
  message,
  numbers,
  frictionless,
});
const bank = (
  kind: CardCase["kind"],
  code: string,
  message: string,
  mada: string,
  visa: string,
  master: string,
  amex: string,
): TestCardRow => row(kind, code, message, { mada, visa, master, amex });

/** The provider's published test cards. They are public, and the only full card numbers in this program. */
export const testCards: readonly TestCardRow[] = [
  bank("approved", "00", "APPROVED", "4201320111111010", "4111111111111111", "5421080101000000", "340000000900000"),
  row("approved", "00", "APPROVED", { unionpay: "6200000000000005" }),
  row("approved", "00", "APPROVED", { visa: "4111114005765430" }, true),
  bank(
    "declined",
    "99",
    "UNSPECIFIED FAILURE",
    "4201320000013020",
    "4123120000000000",
    "5105105105105100",
    "371111111111114",
  ),
  bank(
    "declined",
    "51",
    "INSUFFICIENT FUNDS",
    "4201320000311101",
    "4123120001090000",
    "5457210001000092",
    "340033000000000",
  ),
  bank(
    "declined",
    "41",
    "DECLINED: LOST CARD",
    "4201320131000508",
    "4123450131000508",
    "5204010101000000",
    "340012340501000",
  ),
  bank("declined", "05", "DECLINED", "4201321234411220", "4123120001090109", "5204730000002514", "340033000000133"),
  bank(
    "declined",
    "54",
    "DECLINED: EXPIRED CARD",
    "4201322267774310",
    "4123128518640738",
    "5105107550274126",
    "340000018441278",
  ),
  bank(
    "declined",
    "61",
    "DECLINED: EXCEEDS WITHDRAWAL LIMIT",
    "4201326324640570",
    "4123123033308648",
    "5105106475101067",
    "340000753060788",
  ),
  bank(
    "declined",
    "43",
    "DECLINED: STOLEN CARD",
    "4201321144311528",
    "4123125276780003",
    "5105107304607225",
    "340000418501838",
  ),
  row(
    "three_ds_failure",
    null,
    "3DS: attempted but not available, please ensure that you have enabled Online Purchase from your bank portal.",
    { visa: "4111118250252531" },
  ),
  row("three_ds_failure", null, "3DS service error occurred.", { visa: "4111113343111067" }),
  row("three_ds_failure", null, "3DS service error occurred.", { visa: "4111112205628150" }),
  row("three_ds_failure", null, "The card is not enrolled in 3DS service.", { visa: "4111116611600661" }),
  row("three_ds_failure", null, "The authentication attempt was rejected by the issuer bank.", {
    visa: "4111115784228433",
  }),
  row(
    "three_ds_failure",
    null,
    "The authentication is unavailable, please try again later or contact issuer bank if problem persisted.",
    { visa: "4111115620358287" },
  ),
];

const casesByNumber = new Map<string, CardCase>();
for (const card of testCards) for (const number of Object.values(card.numbers)) casesByNumber.set(number, card);

/** The published outcome of a test card, or null for any other number. */
export function findCardCase(number: string): CardCase | null {
  return casesByNumber.get(number) ?? null;
}

/**
 * With test keys the amount of an Apple Pay payment selects the bank's answer: an inclusive range in minor units, and
 * the bank's code.
 */
const codesByAmount: readonly (readonly [from: number, to: number, code: string])[] = [
  [20_000, 30_000, "00"],
  [100_000, 110_000, "99"],
  [110_100, 120_000, "51"],
  [120_100, 130_000, "41"],
  [130_100, 140_000, "05"],
  [140_100, 150_000, "54"],
  [150_100, 160_000, "61"],
  [160_100, 170_000, "43"],
];

/** The published outcome of an Apple Pay payment of this amount, or null when no range contains it. */
export function findAmountCase(amount: number): CardCase | null {
  const code = codesByAmount.find(([from, to]) => amount >= from && amount <= to)?.[2];
  return testCards.find((row) => row.code === code) ?? null;
}

/** The scheme of a card number, or null. mada cards are Visa or Mastercard numbers in reserved ranges. */
export function getCardCompany(number: string): Company | null {
  if (/^(420132|440647|440795|446404|588845|968\d{3})/.test(number)) return "mada";
  if (number.startsWith("4")) return "visa";
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(number)) return "master";
  if (/^3[47]/.test(number)) return "amex";
  if (number.startsWith("62")) return "unionpay";
  return null;
}

export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let i = 0; i < number.length; i++) {
    let digit = number.charCodeAt(number.length - 1 - i) - 48;
    if (i % 2 === 1 && (digit *= 2) > 9) digit -= 9;
    sum += digit;
  }
  return sum % 10 === 0;
}

/** Masks a card number for storage: it keeps the first six and last four digits, `4111-11XX-XXXX-1111`. */
export function maskNumber(number: string): string {
  const masked = number.slice(0, 6) + "X".repeat(number.length - 10) + number.slice(-4);
  return masked.replace(/(.{4})(?=.)/g, "$1-");
}

/** Masks the number of an Apple Pay card, of which at most the last four digits are known: `XXXX-XXXX-XXXX-1010`. */
export const maskApplePayNumber = (number: string, { applePayDigits }: Pick<Settings, "applePayDigits">): string =>
  `XXXX-XXXX-XXXX-${applePayDigits === "none" ? "XXXX" : number.slice(-4)}`;
