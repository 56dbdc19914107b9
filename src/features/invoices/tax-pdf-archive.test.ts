/** Z-08: a tax document with its XML as PDF/A-3 and PDF/UA, as validators and readers see it. */
import { randomUUID } from "node:crypto";
import { DOMParser } from "@xmldom/xmldom";
import { describe, expect, it } from "vitest";
import type { Locale } from "#i18n/locale.ts";
import { openSslStampKey } from "#test/einvoice-certificate.ts";
import { nationalAddress } from "#test/einvoicing.ts";
import { archiveProblems, pdfObjects } from "#test/pdf-archive.ts";
import { readAttachments, writtenTexts } from "#test/pdf-text.ts";
import { renderFirstPage, readQr } from "#test/qr-of-pdf.ts";
import { exampleDocument } from "#test/tax-document.ts";
import { buildClearedXml } from "../../../sandbox/authority/clear.ts";
import type { BuyerXml } from "./document.ts";
import { hashBeforeFirst, sealXml } from "./einvoices/stamp.ts";
import { clearedQr } from "./einvoices/ubl.ts";
import { taxDocumentPdf } from "./pdf.server.ts";
import type { TaxDocument } from "./write-document.server.ts";

const key = openSslStampKey();
const sealedAt = new Date("2026-11-12T07:43:00Z");
const person: TaxDocument = {
  ...exampleDocument,
  nameCode: "0200000",
  buyer: { ...exampleDocument.buyer, company: null },
};

function sealDocument(document: TaxDocument): BuyerXml {
  const link = { uuid: randomUUID(), counter: 1, previousHash: hashBeforeFirst };
  const { xml, qr } = sealXml({ ...document, originalNumber: null }, nationalAddress, link, key, sealedAt);
  if (qr !== null) return { xml, qr, sealedAt };
  const cleared = buildClearedXml(xml);
  return { xml: cleared, qr: clearedQr(cleared), sealedAt };
}

const draw = async (document: TaxDocument, buyerXml: BuyerXml | null, locale: Locale = "en") =>
  (await taxDocumentPdf(document, null, locale, buyerXml)).bytes;

const withManyLines = (document: TaxDocument): TaxDocument => ({
  ...document,
  lines: Array.from({ length: 14 }, () => document.lines[0]).filter((line) => line !== undefined),
});

describe("Z-08 a tax document with its XML", () => {
  it("Z-08 the checks find a missing XML, wrong widths, glyphs without a letter and a font that is not embedded", async () => {
    const plain = await draw(exampleDocument, null);
    expect(archiveProblems(plain)).toEqual(["PDF/A-3a", "PDF/UA-1", "output intent", "files associated"]);
    const source = Buffer.from(await draw(exampleDocument, sealDocument(exampleDocument))).toString("latin1");
    const findProblemsAfter = (...changes: [RegExp, string][]) =>
      archiveProblems(
        Buffer.from(
          changes.reduce((text, [from, to]) => text.replaceAll(from, to), source),
          "latin1",
        ),
      ).join("\n");
    const problems = findProblemsAfter([/\/W \[0 \[/g, "/W [0 [9 "], [/\/ToUnicode/g, "/ToUnicorn"]);
    expect(problems).toMatch(/glyph \d+ of F\d+ is \d/);
    expect(problems).toMatch(/glyph \d+ of F\d+ means nothing/);
    expect(findProblemsAfter([/\/FontFile2/g, "/FontFile9"])).toMatch(/is not embedded/);
  });

  it.each([
    ["an invoice to a company, as it was cleared", "ar", exampleDocument],
    ["a person's invoice, with our stamp", "en", person],
  ] as const)(
    "Z-08 %s is a PDF/A-3a and PDF/UA-1 with the exact XML and its QR code",
    async (_what, locale, document) => {
      const buyerXml = sealDocument(document);
      const bytes = await draw(document, buyerXml, locale);
      expect(archiveProblems(bytes)).toEqual([]);
      expect(readAttachments(bytes)).toEqual({ "INV-2026-000318.xml": buyerXml.xml });
      expect(await readQr(renderFirstPage(bytes))).toBe(buyerXml.qr);
      // Longer than a QR code of phase 1, because it also has tag 6, the hash.
      expect(Buffer.from(buyerXml.qr ?? "", "base64").length).toBeGreaterThan(300);
    },
  );

  it("Z-08 has tables with heads, each read once in the order of the language, over several pages", async () => {
    const document = withManyLines(person);
    const bytes = await draw(document, sealDocument(document), "ar");
    expect(archiveProblems(bytes)).toEqual([]);
    const objects = [...pdfObjects(bytes).values()];
    const count = (tag: string) => objects.filter(({ text }) => new RegExp(`/S /${tag}\\b`).test(text)).length;
    expect(objects.filter(({ text }) => /\/Type \/Page\b/.test(text))).toHaveLength(3);
    // Two tables, lines and sums. Table head and page foot are read on the first page only.
    expect([count("Table"), count("TR"), count("TH")]).toEqual([2, 1 + 14 + 3, 8 + 3]);
    expect([count("H1"), count("H2"), count("Figure")]).toEqual([1, 4, 1]);
    const texts = writtenTexts(bytes);
    expect(texts.filter((text) => text.includes("hello@example.com"))).toHaveLength(1);
    expect(texts).toContain("نماء الصحية");
  });

  it("Z-08 its metadata is valid XML with special characters in the company name", async () => {
    const document = { ...person, seller: { ...person.seller, nameEng: "Nama & Sons <Health>" } };
    const bytes = await draw(document, sealDocument(document));
    const xmp = [...pdfObjects(bytes).values()].find(({ text }) => text.includes("/Subtype /XML"))?.stream;
    const problems: string[] = [];
    const errorHandler = (_level: string, problem: string) => void problems.push(problem);
    const parsed = new DOMParser({ errorHandler }).parseFromString(xmp?.toString("utf8") ?? "", "text/xml");
    expect(problems).toEqual([]);
    expect(parsed.getElementsByTagName("dc:creator")[0]?.textContent).toContain("Nama & Sons <Health>");
  });
});
