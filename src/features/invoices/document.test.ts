import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  CreditAboveInvoiceError,
  creditTotals,
  documentCodes,
  documentNumber,
  lineTaxes,
  splitGross,
  supplyRange,
  taxedLines,
  type DocumentTotals,
} from "./document.ts";
import { canonical, qrText } from "./issuer.ts";

const vat = "310122393500003";

describe("the QR code of a tax document", () => {
  it("B3 matches the test vectors, in Latin and in Arabic", () => {
    expect(
      qrText({
        sellerName: "Bobs Records",
        vatNumber: vat,
        issuedAt: "2022-04-25T15:30:00Z",
        total: "1000.00",
        tax: "150.00",
      }),
    ).toBe("AQxCb2JzIFJlY29yZHMCDzMxMDEyMjM5MzUwMDAwMwMUMjAyMi0wNC0yNVQxNTozMDowMFoEBzEwMDAuMDAFBjE1MC4wMA==");
    expect(
      qrText({
        sellerName: "شركة نماء للتدريب",
        vatNumber: vat,
        issuedAt: "2026-03-05T12:00:00+03:00",
        total: "1150.00",
        tax: "150.00",
      }),
    ).toBe(
      "ASDYtNix2YPYqSDZhtmF2KfYoSDZhNmE2KrYr9ix2YrYqAIPMzEwMTIyMzkzNTAwMDAzAxkyMDI2LTAzLTA1VDEyOjAwOjAwKzAzOjAwBAcxMTUwLjAwBQYxNTAuMDA=",
    );
  });

  it("limits a name by bytes: keeps one of 180 bytes, cuts a longer one between characters", () => {
    const readSellerName = (name: string) => {
      const bytes = Buffer.from(
        qrText({ sellerName: name, vatNumber: vat, issuedAt: "", total: "", tax: "" }),
        "base64",
      );
      return bytes.subarray(2, 2 + (bytes[1] ?? 0)).toString("utf8");
    };
    expect(readSellerName("ش".repeat(90))).toBe("ش".repeat(90));
    expect(readSellerName("ش".repeat(200))).toBe("ش".repeat(127));
  });
});

describe("sums of tax documents", () => {
  it("B7 splits an amount that includes VAT, rounded once", () => {
    expect(splitGross(115_000, 15)).toEqual({ netHalalas: 100_000, taxHalalas: 15_000, totalHalalas: 115_000 });
    expect(splitGross(100, 15)).toEqual({ netHalalas: 87, taxHalalas: 13, totalHalalas: 100 });
    expect(splitGross(500, 0)).toEqual({ netHalalas: 500, taxHalalas: 0, totalHalalas: 500 });
  });

  it("credit notes of any amounts add up to their invoice, and none is negative", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.constantFrom(15, 5, 0),
        fc.array(fc.double({ min: 0.001, max: 0.999, noNaN: true }), { maxLength: 8 }),
        (net, taxPercent, shares) => {
          const tax = Math.floor((net * taxPercent * 100 + 5000) / 10_000);
          const invoice = { netHalalas: net, taxHalalas: tax, totalHalalas: net + tax, taxPercent };
          const credited: DocumentTotals = { netHalalas: 0, taxHalalas: 0, totalHalalas: 0 };
          for (const share of [...shares, 1]) {
            const left = invoice.totalHalalas - credited.totalHalalas;
            if (left === 0) break;
            const creditNote = creditTotals(invoice, credited, Math.max(1, Math.floor(left * share)));
            expect(Math.min(creditNote.netHalalas, creditNote.taxHalalas)).toBeGreaterThanOrEqual(0);
            expect(creditNote.netHalalas + creditNote.taxHalalas).toBe(creditNote.totalHalalas);
            for (const part of ["netHalalas", "taxHalalas", "totalHalalas"] as const)
              credited[part] += creditNote[part];
          }
          expect(credited).toEqual({ netHalalas: net, taxHalalas: tax, totalHalalas: net + tax });
        },
      ),
    );
  });

  it("rejects a credit note above what is left of the invoice", () => {
    const invoice = { netHalalas: 1000, taxHalalas: 150, totalHalalas: 1150, taxPercent: 15 };
    expect(() => creditTotals(invoice, { netHalalas: 500, taxHalalas: 75, totalHalalas: 575 }, 576)).toThrow(
      CreditAboveInvoiceError,
    );
  });
});

describe("the VAT of each line", () => {
  it("F-28 B7 adds up to the document's VAT: the largest remainder gets the extra halala, the earlier line if equal", () => {
    expect(lineTaxes([3330, 3330], 15, 999)).toEqual([500, 499]);
    expect(lineTaxes([720_000, 310_000], 15, 154_500)).toEqual([108_000, 46_500]);
    expect(lineTaxes([101, 333, 102], 15, 80)).toEqual([15, 50, 15]);
    expect(lineTaxes([87], 15, 13)).toEqual([13]);
    expect(lineTaxes([500, 700], 0, 0)).toEqual([0, 0]);
  });

  it("F-28 differs from each line's exact VAT by less than a halala", () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 20_000_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(amounts, fc.constantFrom(15, 5, 7.25, 0), (lines, percent) => {
        const taxHalalas = Math.floor((lines.reduce((sum, line) => sum + line, 0) * percent * 100 + 5000) / 10_000);
        const taxes = lineTaxes(lines, percent, taxHalalas);
        expect(taxes.reduce((sum, tax) => sum + tax, 0)).toBe(taxHalalas);
        for (const [index, amount] of lines.entries())
          expect(Math.abs((taxes[index] ?? 0) - (amount * percent) / 100)).toBeLessThan(1);
      }),
    );
  });

  it("F-28 an old document, whose lines have no VAT or dates, gets the same VAT and no dates", () => {
    const line = { nameEng: "A", nameAr: null, qty: 1, unitPriceHalalas: 3330, amountHalalas: 3330 };
    const oldDocument = { lines: [line, line], taxPercent: 15, taxHalalas: 999 };
    expect(taxedLines(oldDocument).map(({ taxHalalas, totalHalalas }) => [taxHalalas, totalHalalas])).toEqual([
      [500, 3830],
      [499, 3829],
    ]);
    expect(
      taxedLines({
        ...oldDocument,
        lines: [
          { ...line, taxHalalas: 499 },
          { ...line, taxHalalas: 500 },
        ],
      }).map(({ taxHalalas }) => taxHalalas),
    ).toEqual([499, 500]);
    expect(supplyRange(oldDocument.lines)).toBeNull();
    expect(
      supplyRange([
        { ...line, supplyFrom: "2027-01-28", supplyTo: "2027-02-18" },
        { ...line, supplyFrom: "2027-01-12", supplyTo: "2027-01-14" },
      ]),
    ).toEqual({ from: "2027-01-12", to: "2027-02-18" });
  });
});

describe("numbers of tax documents", () => {
  it("contain the year in Riyadh and the position in the series", () => {
    expect(documentNumber("invoice", 318, new Date("2026-12-31T20:59:00Z"))).toBe("INV-2026-000318");
    expect(documentNumber("credit-note", 7, new Date("2026-12-31T21:00:00Z"))).toBe("CN-2027-000007");
  });

  it("a buyer with a VAT number gets a tax invoice, anyone else a simplified one", () => {
    expect(documentCodes("invoice", { name: "Clinic", vat_number: vat, address: "Riyadh" })).toEqual({
      typeCode: "388",
      nameCode: "0100000",
    });
    expect(documentCodes("credit-note", null)).toEqual({ typeCode: "381", nameCode: "0200000" });
  });

  it("the hashed text does not depend on the order of keys", () => {
    expect(canonical({ b: 1, a: [{ d: null, c: "x" }] })).toBe(canonical({ a: [{ c: "x", d: null }], b: 1 }));
  });
});
