import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { pdfPages } from "#test/pdf-text.ts";
import { exampleDocument as document } from "#test/tax-document.ts";
import { bidiRuns } from "#platform/pdf/pdf-layout.server.ts";
import type { TaxDocument } from "./write-document.server.ts";
import { taxDocumentPdf } from "./pdf.server.ts";

const face = (name: string, pattern: RegExp) => ({
  name,
  has: (code: number) => pattern.test(String.fromCodePoint(code)),
});
const faces = { latin: [face("latin", /[\u0020-\u007e]/)], arabic: [face("arabic", /[\u0600-\u06ff ]/)] };
const splitRuns = (text: string, base: "ltr" | "rtl") => bidiRuns(text, base, faces).map((piece) => piece.text);

describe("order of mixed text", () => {
  it("keeps numbers in Arabic text left to right, and mirrors brackets", () => {
    expect(splitRuns("دورة 2026 (أولى)", "rtl")).toEqual(["(", "أولى", ")", " ", "2026", "دورة "]);
  });
  it("copy C2: a percentage after Arabic letters keeps its order", () => {
    expect(splitRuns("الضريبة (15%)", "rtl").join("")).toContain("15%");
    expect(splitRuns("VAT (15%)", "ltr").join("")).toBe("VAT (15%)");
  });
  it("keeps the order of Latin text, and joins a number to the Arabic name before it", () => {
    expect(splitRuns("Dr. سارة 12", "ltr")).toEqual(["Dr. ", "12", "سارة "]);
  });
  it("shows a question mark for a character without a glyph", () => {
    expect(splitRuns("A中", "ltr")).toEqual(["A?"]);
  });
});

describe("the PDF of a tax document", () => {
  it("N-06 has number, parties and sums as text, a title and a language, and the same bytes each time", async () => {
    const { bytes, filename } = await taxDocumentPdf(document, null, "en");
    expect(filename).toBe("INV-2026-000318.pdf");
    expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe("%PDF-");
    expect(Buffer.from((await taxDocumentPdf(document, null, "en")).bytes).equals(Buffer.from(bytes))).toBe(true);
    expect(bytes.length).toBeLessThan(120_000);
    const text = pdfPages(bytes).join("");
    for (const part of [
      "INV-2026-000318",
      "2026-11-12",
      "10:42 am",
      "1042",
      "300000000000003",
      "310122393500003",
      "2,400.00",
      "SAR 3,750.10",
      "SAR 562.52",
      "SAR 4,312.62",
      "Tax invoice",
      "Visa ending 1111",
    ])
      expect(text).toContain(part);
    const folder = mkdtempSync(join(tmpdir(), "nama-pdf-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "a.pdf");
    writeFileSync(file, bytes);
    const info = execFileSync("pdfinfo", [file]).toString();
    expect(info).toMatch(/Title: +Tax invoice INV-2026-000318/);
    expect(info).toMatch(/Tagged: +yes/);
    expect(info).toMatch(/Pages: +1\n/);
    expect(
      execFileSync("pdffonts", [file])
        .toString()
        .split("\n")
        .slice(2, -1)
        .every((line) => /yes yes yes/.test(line)),
    ).toBe(true);
  });

  it("F-28 shows rate, VAT and total of each line, its supply dates, and their range at the top", async () => {
    const text = pdfPages((await taxDocumentPdf(document, null, "en")).bytes).join("");
    const parts = [
      "15%",
      "360.00",
      "2,760.00",
      "202.52",
      "1,552.62",
      "2027-01-12 – 2027-02-18",
      "Supply date: Tue 12 – Thu 14 January 2027",
      "Supply date: Thu 28 January – Thu 18 February 2027",
    ];
    for (const part of [...parts, "Commercial", "Sara Nasser", "hello@example.com · +966 11 000 0000"])
      expect(text).toContain(part);
    expect(text).not.toContain("sara@example.com");
  });

  it("F-28 a buyer without a VAT number gets a simplified invoice, with Arabic commas in an Arabic address", async () => {
    const billing = { ...document.buyer.billing, address_1: "7788 طريق الملك فهد", city: "الرياض", state: "الرياض" };
    const simplified = {
      ...document,
      nameCode: "0200000",
      seller: { ...document.seller, addressEng: "Riyadh" },
      buyer: { ...document.buyer, billing, company: null },
    };
    const text = pdfPages((await taxDocumentPdf(simplified, null, "ar")).bytes).join("");
    expect(text).toContain("Simplified tax invoice");
    const address = text.split("\n").find((line) => line.includes("7788")) ?? "";
    expect(address).toContain("،");
    expect(address).not.toContain(",");
    expect(address).toContain("12345");
  });

  it("F-28 a credit note shows its invoice, the reason and the remaining amount, on one page", async () => {
    const [line] = document.lines;
    if (!line) throw new Error("no line");
    const creditNote: TaxDocument = {
      ...document,
      kind: "credit-note",
      typeCode: "381",
      number: "CN-2026-000005",
      reason: "requested",
      lines: [line],
      netHalalas: 240_000,
      taxHalalas: 36_000,
      totalHalalas: 276_000,
    };
    const credited = {
      number: "INV-2026-000318",
      issuedAt: document.issuedAt,
      totalHalalas: 431_262,
      remainsHalalas: 155_262,
    };
    const pages = pdfPages((await taxDocumentPdf(creditNote, credited, "en")).bytes);
    expect(pages).toHaveLength(1);
    for (const part of [
      "CN-2026-000005",
      "INV-2026-000318",
      "2026-11-12",
      "Reason: ",
      "Credited including VAT",
      "SAR 2,760.00",
      "SAR 4,312.62",
      "SAR 1,552.62",
    ])
      expect(pages[0]).toContain(part);
  });

  it("F-28 a document from before lines had VAT and dates shows the VAT without dates", async () => {
    const lines = document.lines.map(({ taxHalalas: _tax, supplyFrom: _from, supplyTo: _to, ...line }) => line);
    const text = pdfPages((await taxDocumentPdf({ ...document, lines }, null, "en")).bytes).join("");
    for (const part of ["360.00", "202.52"]) expect(text).toContain(part);
    expect(text).not.toContain("Supply date");
  });

  it("F-28 continues on further pages, with the foot on each and the table head on the first two", async () => {
    const [line] = document.lines;
    if (!line) throw new Error("no line");
    const long = { ...line, nameEng: `${line.nameEng}: a name that is longer than one line of its column` };
    const { bytes } = await taxDocumentPdf({ ...document, lines: Array.from({ length: 12 }, () => long) }, null, "ar");
    expect(
      Buffer.from(bytes)
        .toString("latin1")
        .match(/\/Type \/Page\b/g),
    ).toHaveLength(3);
    const pages = pdfPages(bytes);
    for (const [at, page] of pages.entries()) expect(page).toContain(`INV-2026-000318 · ${at + 1} / 3`);
    for (const page of pages.slice(0, 2)) expect(page).toContain("Description");
  });
});
