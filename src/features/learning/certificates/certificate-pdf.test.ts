/** The PDF of a certificate: size, text in both scripts, and its QR code read from the rendered page. */
import { expect, it } from "vitest";
import { exampleCertificate } from "#db/factories/certificate.ts";
import { pdfiumText, pdfPages } from "#test/pdf-text.ts";
import { renderFirstPage, readQr } from "#test/qr-of-pdf.ts";
import { certificatePdf } from "./certificate-pdf.server.ts";
import { currentWording, getWording } from "./wordings.ts";

/** Returns text as a reader's search sees it: without vowel marks, presentation forms and line breaks. */
const searchable = (text: string) => text.normalize("NFKC").replaceAll(/[\p{M}\s]+/gu, " ");

it("rejects an unknown wording", () => {
  expect(() => getWording(99)).toThrow("Unknown certificate wording 99");
});

it("B37 B38 a new certificate has one signatory in both languages, and its number and check address in Arabic too", async () => {
  const text = await pdfiumText(await certificatePdf({ ...exampleCertificate, wordingVersion: currentWording }, "en"));
  expect(text).toContain("Training department");
  expect(text).not.toContain("Head of training");
  for (const part of ["NH-2027-K7Q4-9M2X", "nama.example.com/verify"]) expect(text.split(part)).toHaveLength(3);
  const oldWording = await pdfiumText(await certificatePdf(exampleCertificate, "en"));
  expect(oldWording).toContain("Head of training");
});

it("K-03 the QR code, read from the rendered PDF, opens the page of the certificate", async () => {
  const picture = renderFirstPage(await certificatePdf(exampleCertificate, "ar"));
  expect(await readQr(picture)).toBe("https://nama.example.com/verify/NH-2027-K7Q4-9M2X");
});

it("K-01 has SCFHS's nine fields and the number on one page of at most 150 kB", async () => {
  const bytes = await certificatePdf(exampleCertificate, "en");
  expect(bytes.length).toBeLessThan(150_000);
  const pages = pdfPages(bytes).map(searchable);
  expect(pages).toHaveLength(1);
  for (const text of [
    "Omar Khalid",
    "00-RN-0000002",
    "Patient safety essentials",
    "Tue 12 – Thu 14 January 2027, 3 days",
    "Saudi Arabia",
    "18",
    "NH-PSE-2027-01",
    "DEMO-CPD-0101",
    "Saudi Commission for Health Specialties",
    "Nursing; patient safety",
    "Issued 15 January 2027",
    "NH-2027-K7Q4-9M2X",
    "عمر خالد",
    "شهادة حضور",
    "التمريض",
  ])
    expect(pages[0]).toContain(text);
});

it("K-02 has the same text in every rendering and page language", async () => {
  const [first, second, arabic] = [
    await certificatePdf(exampleCertificate, "en"),
    await certificatePdf(exampleCertificate, "en"),
    await certificatePdf(exampleCertificate, "ar"),
  ];
  expect(pdfPages(second)).toEqual(pdfPages(first));
  expect(pdfPages(arabic)).toEqual(pdfPages(first));
});

it("claims no CME hours without accreditation, and keeps the longest names and titles on one page", async () => {
  const { activity, holder } = exampleCertificate;
  const long = {
    ...exampleCertificate,
    holder: { ...holder, nameEng: "Abdulrahman ".repeat(10).trim(), nameAr: "عبدالرحمن ".repeat(12).trim() },
    activity: {
      ...activity,
      accreditation: null,
      titleEng: "Improving the safety of medicines across hospital wards and homes ".repeat(3),
      titleAr: "تحسين سلامة الأدوية في أقسام المستشفى والمنازل ".repeat(3),
    },
  };
  const pages = pdfPages(await certificatePdf(long, "en"));
  expect(pages).toHaveLength(1);
  expect(pages[0]).not.toMatch(/CME|Accredit/);
});
