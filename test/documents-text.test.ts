/** Checks that the PDF readers of Firefox and Chrome find each Arabic word of every kind of document. */
import { describe, expect, it } from "vitest";
import { exampleCertificate } from "#db/factories/certificate.ts";
import { taxDocumentPdf } from "#features/invoices/pdf.server.ts";
import { vatSummaryPdf } from "#features/invoices/finance/vat-summary-pdf.server.ts";
import { both } from "#platform/pdf/bilingual.ts";
import { certificatePdf } from "#features/learning/certificates/certificate-pdf.server.ts";
import { recordSheetPdf } from "#features/learning/cpd/record-pdf.server.ts";
import { offerPdf, type Offer } from "#features/settlement/quotes/quote-pdf.server.ts";
import { sheetPdf } from "#features/seats/roster/sheet-pdf.server.ts";
import { exampleDocument } from "#test/tax-document.ts";
import { m } from "#messages";
import { pdfiumText, pdfJsText, writtenTexts } from "./pdf-text.ts";

const printedAt = new Date("2027-01-15T12:00:00Z");
const seller = exampleDocument.seller;
const course = {
  name_eng: "Clinical audit (level 1)",
  name_ar: "التدقيق السريري: إلى الإصدار (مستوى 1)",
  start_date: "2027-01-12",
  end_date: "2027-01-14",
  venue_eng: "Training centre, Riyadh",
  venue_ar: "مركز التدريب، الرياض",
  sessions: [{ starts_at: "2027-01-12T06:00:00Z", ends_at: "2027-01-12T12:00:00Z" }],
};
const price = { discountHalalas: 0, discountPercent: null, discountCode: null, unitPriceHalalas: 240_000 };
const offer: Offer = {
  title: m.quotes_title,
  facts: [{ label: m.common_date, value: "2027-01-15" }],
  parties: [{ label: m.invoicing_invoice_buyer, rows: [{ text: "شركة الضريبي للتجارة" }] }],
  notes: [both(m.quotes_no_seat)],
  issuedAt: printedAt,
  taxPercent: 15,
  seller: { ...seller, email: "hello@example.com", phone: "+966 11 000 0000" },
  subTotalHalalas: 240_000,
  taxHalalas: 36_000,
  totalHalalas: 276_000,
  lines: [{ ...price, qty: 1, course }],
};
const creditNote = { ...exampleDocument, kind: "credit-note" as const, typeCode: "381" as const, reason: "requested" };
const originalInvoice = { number: "INV-1", issuedAt: printedAt, totalHalalas: 431_262, remainsHalalas: 0 };
const verified = {
  number: "NH-2027-K7Q4-9M2X",
  courseId: 1,
  titleEng: "Clinical audit",
  titleAr: "التدقيق السريري",
  startDate: "2027-01-12",
  endDate: "2027-01-14",
  delivery: "online" as const,
  hours: 18,
  accreditationNumber: "A-1",
  isRepeated: false,
};
const declared = { id: 1, title: "تعليم الممرضين", provider: "مستشفى", kind: "teaching" as const, date: "2027-01-02" };

const documents = {
  "tax invoice": async () => (await taxDocumentPdf(exampleDocument, null, "ar")).bytes,
  "credit note": async () => (await taxDocumentPdf(creditNote, originalInvoice, "ar")).bytes,
  certificate: () => certificatePdf(exampleCertificate, "ar"),
  quotation: () => offerPdf(offer, "ar"),
  "proforma invoice": () => offerPdf({ ...offer, title: m.groups_proforma_title }, "ar"),
  "CPD record": () =>
    recordSheetPdf(
      {
        names: ["Sara Nasser", "سارة ناصر"],
        rows: [
          { verified, declared: null },
          { verified: null, declared: { ...declared, hours: 3 } },
        ],
        seller: { nameEng: "Nama Health", email: "hello@example.com", phone: "+966 11 000 0000" },
        today: "2027-01-15",
        at: printedAt,
      },
      "ar",
    ),
  "sign-in sheet": () =>
    sheetPdf(
      {
        runId: 1,
        course: { en: course.name_eng, ar: course.name_ar },
        venue: { en: course.venue_eng, ar: course.venue_ar },
        speakers: { en: ["Omar Khalid"], ar: ["د. عمر الشريف"] },
        date: "2027-01-12",
        day: 1,
        days: 3,
        times: { from: new Date("2027-01-12T06:00:00Z"), to: new Date("2027-01-12T12:00:00Z") },
        accreditation: "DEMO-1",
        hours: 18,
        people: [{ name: "هدى البشري", nameOther: "Huda", scfhsEnding: "•••• 4321", profession: "Nurse" }],
        printedAt,
      },
      "ar",
    ),
  "VAT summary": () =>
    vatSummaryPdf(
      {
        period: "month",
        months: ["2027-01"],
        lines: [{ month: "2027-01", kind: "invoice", taxPercent: 15, documents: 3, net: 300_000, tax: 45_000 }],
        seller,
        dueOn: "2027-02-28",
        isOpen: true,
        printedAt,
      },
      "ar",
    ),
};

/** Finds runs of Arabic letters and marks, in Unicode's composed form. */
const findArabicWords = (text: string) => text.normalize("NFC").match(/[\p{Script=Arabic}\p{M}]+/gu) ?? [];

describe("B-09 PDF readers find Arabic words as they were written", () => {
  it.each(Object.entries(documents))("B-09 %s", async (_name, draw) => {
    const bytes = await draw();
    const words = new Set(writtenTexts(bytes).flatMap(findArabicWords));
    expect(words.size).toBeGreaterThan(8);
    for (const [read, toComparable] of [
      // Chrome may attach a mark at the end of a word to the next word. Firefox searches without marks.
      [pdfiumText, (word: string) => word.replaceAll(/^\p{M}+|\p{M}+$/gu, "")],
      [pdfJsText, (word: string) => word.normalize("NFD").replaceAll(/\p{M}/gu, "")],
    ] as const) {
      const extractedWords = new Set(findArabicWords(await read(bytes)).map(toComparable));
      const missing = [...words].map(toComparable).filter((word) => !extractedWords.has(word));
      expect(missing, read.name).toEqual([]);
    }
  });

  it("B-09 the words that a review missed are found in the invoice and the certificate", async () => {
    const texts = await Promise.all([documents["tax invoice"](), documents.certificate()]);
    const read = (await Promise.all(texts.flatMap((bytes) => [pdfJsText(bytes), pdfiumText(bytes)]))).join(" ");
    for (const word of ["المشتري", "الضريبي", "السريرية", "الإصدار", "إلى"]) expect(read).toContain(word);
  });
});
