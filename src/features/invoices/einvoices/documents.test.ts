/** Rules Z-01 and Z-02: an independent checker and the authority's rules verify every document. */
import { execFileSync } from "node:child_process";
import { createPublicKey, randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openSslStampKey } from "#test/einvoice-certificate.ts";
import { brokenRules } from "#test/einvoice-rules.ts";
import { isFullRun } from "#test/open-database.ts";
import { exampleDocument } from "#test/tax-document.ts";
import { creditTotals, documentCodes, splitGross, type DocumentLine } from "../document.ts";
import { certificateRequest, newUnitKey } from "./csr.ts";
import { checkEInvoice, hashByCanonicalForm } from "../../../../sandbox/check-einvoice.ts";
import { hashBeforeFirst, sealXml, stampKey } from "./stamp.ts";
import { lineVatHalalas, type InvoiceFacts, type NationalAddress } from "./ubl.ts";

const address: NationalAddress = {
  street: "طريق الملك فهد | King Fahd Road",
  buildingNumber: "2322",
  additionalNumber: "9876",
  district: "العليا",
  city: "الرياض | Riyadh",
  postalCode: "12214",
};
const key = openSslStampKey();
const now = new Date("2026-11-29T15:00:00Z");

/** Names as people write them: both scripts, markup, quotes, line ends, characters XML forbids, surrogates, long ones. */
const anyName = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "أساسيات سلامة المرضى للفرق السريرية (مستوى 1)",
      "Infection control: the first 90 days",
      "A & B <b>\"C\"</b> 'D'",
      "سطر\r\nثانٍ\tو\u0000\u000B",
      "نماء🩺 é\u200F",
      "ب".repeat(700),
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 60 }).map((text) => `x${text}`) },
);

const anyLine: fc.Arbitrary<DocumentLine> = fc
  .record({
    nameEng: anyName,
    nameAr: fc.option(anyName),
    qty: fc.integer({ min: 1, max: 50 }),
    unitPriceHalalas: fc.integer({ min: 1, max: 3_000_000 }),
    discountShare: fc.option(fc.integer({ min: 1, max: 99 })),
  })
  .map(({ nameEng, nameAr, qty, unitPriceHalalas, discountShare }) => {
    const price = qty * unitPriceHalalas;
    const discountHalalas = discountShare === null ? 0 : Math.floor((price * discountShare) / 100);
    return {
      nameEng,
      nameAr,
      qty,
      unitPriceHalalas,
      amountHalalas: price - discountHalalas,
      ...(discountHalalas > 0 && { discount: { halalas: discountHalalas, percent: discountShare, code: "TEAM" } }),
      supplyFrom: "2027-01-12",
      supplyTo: qty % 2 ? "2027-01-12" : "2027-02-18",
    };
  });

const company = { vat_number: "310122393500003", address: "شارع العليا 15، الرياض 12345" };

/** Invoices with discounts, full and partial credit notes, and debit notes, to people and to companies. */
const anyFacts: fc.Arbitrary<InvoiceFacts> = fc
  .record({
    lines: fc.array(anyLine, { minLength: 1, maxLength: 6 }),
    buyerName: anyName,
    isCompany: fc.boolean(),
    kind: fc.constantFrom("invoice", "whole note", "part note", "debit note"),
    share: fc.integer({ min: 1, max: 99 }),
    issuedAt: fc.date({ min: new Date("2026-01-01T00:00:00Z"), max: now, noInvalidDate: true }),
    taxPercent: fc.constantFrom(15, 5),
    sellerName: anyName,
    reason: fc.constantFrom("requested", "sold-out", "course-cancelled:12", "weil", "بطلب الجهة"),
    isTransfer: fc.boolean(),
  })
  .map(({ lines, buyerName, isCompany, kind, share, issuedAt, taxPercent, sellerName, reason, isTransfer }) => {
    const netHalalas = lines.reduce((sum, line) => sum + line.amountHalalas, 0);
    const taxHalalas = lineVatHalalas(netHalalas, taxPercent);
    const invoice = { netHalalas, taxHalalas, totalHalalas: netHalalas + taxHalalas, taxPercent };
    const buyer = { company: isCompany ? { name: buyerName, ...company } : null };
    const codes = documentCodes(kind === "invoice" ? "invoice" : "credit-note", buyer.company);
    const creditedBefore = { netHalalas: 0, taxHalalas: 0, totalHalalas: 0 };
    const partHalalas = Math.max(2, Math.floor((invoice.totalHalalas * share) / 100));
    const isPart =
      kind === "part note" && partHalalas < invoice.totalHalalas && splitGross(partHalalas, taxPercent).netHalalas > 0;
    const totals = isPart ? creditTotals(invoice, creditedBefore, partHalalas) : invoice;
    const creditedLine = {
      nameEng: "2 seats: course",
      nameAr: "مقعدان: دورة",
      qty: 1,
      unitPriceHalalas: totals.netHalalas,
      amountHalalas: totals.netHalalas,
    };
    return {
      ...codes,
      ...(kind === "debit note" && { typeCode: "383" }),
      ...totals,
      taxPercent,
      issuedAt,
      number: kind === "invoice" ? "INV-2026-000318" : "CN-2026-000007",
      seller: { ...exampleDocument.seller, nameEng: sellerName },
      buyer,
      lines: isPart ? [creditedLine] : lines,
      payment: { cardScheme: null, cardMasked: null, ...(isTransfer && { method: "transfer" as const }) },
      originalNumber: kind === "invoice" ? null : "INV-2026-000001",
      reason: kind === "invoice" ? null : reason,
    };
  });

const propertyRuns = isFullRun ? 1000 : 30;
const firstLink = { uuid: "3cf5ee18-ee25-44ea-a444-2c37ba7f28be", counter: 1, previousHash: hashBeforeFirst };

describe("e-invoices as XML", () => {
  it("Z-01 Z-02 every document follows the authority's rules; other code verifies hash, stamp, QR code and chain", () => {
    let previousHash = hashBeforeFirst;
    let counter = 0;
    fc.assert(
      fc.property(anyFacts, (facts) => {
        const link = { uuid: randomUUID(), counter: ++counter, previousHash };
        const sealed = sealXml(facts, address, link, key, now);
        expect(brokenRules(sealed.xml)).toEqual([]);
        const independent = hashByCanonicalForm(sealed.xml);
        expect(sealed.hash).toBe(independent.hash.toString("base64"));
        expect(independent.pih).toBe(previousHash);
        expect(sealed.qr ?? undefined).toBe(independent.qr);
        if (facts.nameCode.startsWith("02")) expect(checkEInvoice(sealed.xml, previousHash)).toEqual([]);
        previousHash = sealed.hash;
      }),
      { numRuns: propertyRuns },
    );
  });

  it("Z-02 other code computes the same hash, whichever characters a name has", () => {
    const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
    const names = Array.from(
      { length: 128 },
      (_, index) => `x${characters.slice(index * 512, (index + 1) * 512).join("")}`,
    );
    const facts: InvoiceFacts = {
      ...exampleDocument,
      ...documentCodes("invoice", null),
      buyer: { company: null },
      originalNumber: null,
      lines: names.map((nameEng) => ({ nameEng, nameAr: null, qty: 1, unitPriceHalalas: 100, amountHalalas: 100 })),
    };
    const { xml, hash } = sealXml(facts, address, firstLink, key, now);
    expect(hashByCanonicalForm(xml).hash.toString("base64")).toBe(hash);
  });

  it("Z-02 the checker rejects documents that changed after they were stamped", () => {
    const facts: InvoiceFacts = {
      ...exampleDocument,
      ...documentCodes("invoice", null),
      buyer: { company: null },
      originalNumber: null,
    };
    const { xml } = sealXml(facts, address, firstLink, key, now);
    expect(checkEInvoice(xml)).toEqual([]);
    expect(checkEInvoice(xml.replace("4312.62", "4312.63"))).toContain("invoice hash");
    expect(checkEInvoice(xml.replace("</cbc:ProfileID>\n    ", "</cbc:ProfileID>\n   "))).toContain(
      "signature over the hash",
    );
    expect(checkEInvoice(xml.replace(/(SigningTime>\d{4})-\d\d/, "$1-01"))).toContain("signed properties");
    expect(checkEInvoice(xml.replace(`${" ".repeat(36)}<xades`, `${" ".repeat(32)}<xades`))).toContain(
      "signed properties in place",
    );
    expect(checkEInvoice(xml, "another")).toContain("previous hash");
  });

  it("Z-01 negative control: the rules reject wrong documents", () => {
    const facts: InvoiceFacts = { ...exampleDocument, originalNumber: null };
    const { xml } = sealXml(facts, address, firstLink, key, now);
    expect(brokenRules(xml)).toEqual([]);
    const wrong: [string, string, string][] = [
      ["<cbc:BuildingNumber>2322<", "<cbc:BuildingNumber>22<", "KSA-37"],
      ['<cbc:PayableAmount currencyID="SAR">4312.62', '<cbc:PayableAmount currencyID="SAR">4312.60', "BR-CO-16"],
      ["<cbc:IssueTime>10:42:00", "<cbc:IssueTime>10:42", "KSA-70"],
      ["<cbc:CompanyID>310122393500003", "<cbc:CompanyID>310122393500004", "KSA-44"],
      ["<cbc:ProfileID>reporting:1.0", "<cbc:ProfileID>", "F-03"],
    ];
    for (const [from, to, rule] of wrong) expect(brokenRules(xml.replace(from, to)).join(), rule).toContain(rule);
  });

  it("Z-01 rounds the VAT of each line: 5.00 for 33.30, but 9.99 for 66.60", () => {
    expect([lineVatHalalas(3330, 15), lineVatHalalas(6660, 15), lineVatHalalas(10, 15)]).toEqual([500, 999, 2]);
  });

  it("makes the same hash of the same facts, and does not name a person to the authority", () => {
    const facts: InvoiceFacts = {
      ...exampleDocument,
      ...documentCodes("invoice", null),
      buyer: { company: null },
      originalNumber: null,
    };
    const [one, two] = [sealXml(facts, address, firstLink, key, now), sealXml(facts, address, firstLink, key, now)];
    expect(one.hash).toBe(two.hash);
    expect(one.xml).not.toContain("Sara");
  });

  it("Z-02 rejects a certificate for another key", () => {
    expect(() => stampKey(newUnitKey(), key.certificate)).toThrow("not for this key");
  });

  it("Z-03 openssl finds the values of the authority's standard in our certificate request", () => {
    const unitKey = newUnitKey();
    const names = {
      branch: "Riyadh",
      legalName: "نماء الصحية",
      unitName: "nama-1",
      serial: "0f2c",
      vatNumber: "300000000000003",
      shortAddress: "RRRD2929",
      businessCategory: "Training & education",
    };
    const pem = certificateRequest(unitKey, names, "simulation");
    const openssl = (...args: string[]) =>
      execFileSync("openssl", ["req", "-noout", ...args], {
        input: pem,
        encoding: "utf8",
        stdio: ["pipe", "pipe", "pipe"],
      });
    const text = openssl("-text", "-verify", "-nameopt", "utf8");
    expect(text).toMatch(/C ?= ?SA, OU ?= ?Riyadh, O ?= ?نماء الصحية, CN ?= ?nama-1/);
    expect(text).toContain("PREZATCA-Code-Signing");
    for (const value of ["1-Nama|2-Web|3-0f2c", "300000000000003", "1100", "RRRD2929", "Training   education"])
      expect(text).toContain(value);
    expect(openssl("-pubkey")).toBe(createPublicKey(unitKey).export({ type: "spki", format: "pem" }));
  });

  it("sealing one document takes at most 10 ms of processor time", () => {
    const facts: InvoiceFacts = {
      ...exampleDocument,
      ...documentCodes("invoice", null),
      buyer: { company: null },
      originalNumber: null,
    };
    for (let i = 0; i < 20; i++) sealXml(facts, address, firstLink, key, now);
    const usageBefore = process.cpuUsage();
    for (let i = 0; i < 50; i++) sealXml(facts, address, firstLink, key, now);
    const { user, system } = process.cpuUsage(usageBefore);
    const msPerDocument = (user + system) / 1000 / 50;
    expect(msPerDocument).toBeLessThan(10);
  });
});
