import { randomBytes } from "node:crypto";
import { certificateNumber, numberBytes } from "#features/learning/certificates/certificate-number.ts";
import { certificates } from "#features/learning/certificates/tables.server.ts";
import type { Db } from "#platform/db/database.server.ts";

import type { IssuedCertificate } from "#features/learning/certificates/certificate.ts";

/** Omar Khalid's certificate: 18 CME hours of an accredited course in January 2027. */
export const exampleCertificate: IssuedCertificate = {
  number: "NH-2027-K7Q4-9M2X",
  holder: { nameEng: "Omar Khalid", nameAr: "عمر خالد", scfhsNumber: "00RN0000002" },
  activity: {
    titleEng: "Patient safety essentials for clinical teams",
    titleAr: "أساسيات سلامة المرضى للفرق السريرية",
    startDate: "2027-01-12",
    endDate: "2027-01-14",
    days: 3,
    venueEng: "Training centre, Riyadh",
    venueAr: "مركز التدريب، الرياض",
    countryEng: "Saudi Arabia",
    countryAr: "المملكة العربية السعودية",
    hours: 18,
    accreditation: {
      activityReference: "NH-PSE-2027-01",
      number: "DEMO-CPD-0101",
      bodyEng: "Saudi Commission for Health Specialties",
      bodyAr: "الهيئة السعودية للتخصصات الصحية",
      specialtyEng: "Nursing; patient safety",
      specialtyAr: "التمريض، سلامة المرضى",
    },
  },
  issuer: { nameEng: "Nama Health", nameAr: "نماء الصحية", verifyUrl: "https://nama.example.com/verify" },
  wordingVersion: 1,
  issuedAt: new Date("2027-01-15T12:00:00Z"),
};

type CertificateValues = Partial<typeof certificates.$inferInsert>;

/** A valid certificate of Omar Khalid for a seat: 18 CME hours of an accredited course in January 2027. */
export async function makeCertificate(
  db: Db,
  { enrolmentId, runId, ...values }: CertificateValues & { enrolmentId: number; runId: number },
): Promise<typeof certificates.$inferSelect> {
  const [certificate] = await db
    .insert(certificates)
    .values({
      ...exampleCertificate,
      number: certificateNumber(2027, randomBytes(numberBytes)),
      enrolmentId,
      runId,
      ...values,
    })
    .returning();
  if (!certificate) throw new Error("no certificate was made");
  return certificate;
}
