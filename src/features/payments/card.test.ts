import { cardSource, checkCard, passesLuhn } from "./card-check.ts";
import { describe, expect, it } from "vitest";
import { testCards } from "../../../sandbox/cards.ts";
import { cardFields, emptyCard, groupNumber, detectScheme, parseExpiry, type CardInput } from "./card.ts";

const now = new Date("2026-12-31T22:00:00Z");
const valid: CardInput = { name: "Sara Alharbi", number: "4111 1111 1111 1111", month: "09", year: "2030", cvc: "123" };
const checkChanged = (changes: Partial<CardInput>) => checkCard({ ...valid, ...changes }, now);

describe("card validation", () => {
  it("S-04 requires every field, and treats blanks as empty", () => {
    const all = Object.fromEntries(cardFields.map((field) => [field, "required"]));
    expect(checkCard(emptyCard, now)).toEqual(all);
    expect(checkCard({ name: " ", number: "\u00a0", month: "  ", year: "\t", cvc: " " }, now)).toEqual(all);
  });

  it.each([
    ["name", "Sara"],
    ["name", "سارة الحربي"],
    ["number", "4111 1111 1111 1112"],
    ["number", "4111"],
    ["number", "4111-1111-1111-111x"],
    ["month", "0"],
    ["month", "13"],
    ["month", "x"],
    ["year", "203"],
    ["year", "1999"],
    ["cvc", "12"],
    ["cvc", "1234"],
    ["cvc", "12a"],
  ] as const)("rejects %s %j", (field, value) => expect(checkChanged({ [field]: value })).toEqual({ [field]: field }));

  it("a card expires when its month has ended in every time zone", () => {
    expect(checkChanged({ month: "11", year: "26" })).toEqual({ year: "expired" });
    expect(checkChanged({ month: "12", year: "2026" })).toEqual({});
    expect(checkCard({ ...valid, month: "12", year: "2026" }, new Date("2027-01-01T11:59:59Z"))).toEqual({});
    expect(checkCard({ ...valid, month: "12", year: "2026" }, new Date("2027-01-01T12:00:00Z"))).toEqual({
      year: "expired",
    });
  });

  it("requires four digits as the security code of an American Express card", () => {
    const amex = { number: "340000000900000" };
    expect(checkChanged(amex)).toEqual({ cvc: "cvc" });
    expect(checkChanged({ ...amex, cvc: "1234" })).toEqual({});
  });
});

describe("card input", () => {
  it("accepts Arabic-Indic and Persian digits", () => {
    expect(checkChanged({ number: "٤١١١١١١١١١١١١١١١", month: "٩", year: "٢٠٣٠", cvc: "۱۲۳" })).toEqual({});
    expect(cardSource({ ...valid, number: "٤١١١ ١١١١ ١١١١ ١١١١", month: "٩", year: "٣٠", cvc: "١٢٣" })).toMatchObject({
      number: "4111111111111111",
      month: "09",
      year: "2030",
      cvc: "123",
    });
  });

  it("shows the number in groups of four, however it is typed", () => {
    expect(groupNumber("4111111111111111")).toBe("4111 1111 1111 1111");
    expect(groupNumber("4111-1111 1111")).toBe("4111 1111 1111");
    expect(groupNumber("٤١١١١")).toBe("4111 1");
    expect(groupNumber("411")).toBe("411");
    expect(groupNumber("1".repeat(30))).toBe("1111 1111 1111 1111 111");
  });

  it("builds exactly the source that the provider expects", () => {
    expect(cardSource({ ...valid, name: "  Sara   Alharbi ", month: "9", year: "30" })).toEqual({
      type: "creditcard",
      name: "Sara Alharbi",
      number: "4111111111111111",
      month: "09",
      year: "2030",
      cvc: "123",
      "3ds": true,
    });
  });
});

describe("the provider's test cards", () => {
  const names = { mada: "mada", visa: "visa", master: "mastercard", amex: "amex", unionpay: "unionpay" } as const;
  const numbers = testCards.flatMap((card) => Object.entries(card.numbers) as [keyof typeof names, string][]);

  it("pass the check digit, and fail it with another last digit", () => {
    expect(numbers.length).toBeGreaterThan(35);
    for (const [, number] of numbers) {
      expect(passesLuhn(number), number).toBe(true);
      expect(passesLuhn(number.slice(0, -1) + ((Number(number.at(-1)) + 1) % 10)), number).toBe(false);
    }
    expect(passesLuhn("")).toBe(false);
  });

  it("are recognised by scheme", () => {
    for (const [company, number] of numbers) expect(detectScheme(groupNumber(number)), number).toBe(names[company]);
    expect(detectScheme("")).toBeNull();
    expect(detectScheme("9")).toBeNull();
  });
});

describe("an expiry date in one field", () => {
  it.each(["0935", "09/5", "009/35", "09/035", "09/35/1", "September 2035", ""])("rejects %j", (text) => {
    expect(parseExpiry(text)).toBeNull();
  });

  it.each([
    ["09/35", "09", "35"],
    [" 9 / 2035 ", "9", "2035"],
    ["09-35", "09", "35"],
    ["٠٩/٣٥", "09", "35"],
  ])("reads %j as month and year", (text, month, year) => {
    expect(parseExpiry(text)).toEqual({ month, year });
  });
});
