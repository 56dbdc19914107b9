import { givenName } from "#i18n/given-name.ts";

/** Contents of a certificate, which are frozen when it is issued. */

/** The person who attended. */
export interface CertificateHolder {
  nameEng: string;
  nameAr: string;
  /** Without dashes; empty when the run is not accredited and the person has none. */
  scfhsNumber: string;
}

/** The fields that SCFHS requires of an accredited activity. */
export interface CertifiedAccreditation {
  activityReference: string;
  number: string;
  bodyEng: string;
  bodyAr: string;
  specialtyEng: string;
  specialtyAr: string;
}

/** The run that the holder attended. */
export interface CertifiedActivity {
  titleEng: string;
  titleAr: string;
  /** Days in Riyadh. */
  startDate: string;
  endDate: string;
  days: number;
  venueEng: string;
  venueAr: string;
  countryEng: string;
  countryAr: string;
  /** Hours of the run; CME hours only with an accreditation. */
  hours: number;
  /** Null for a certificate of attendance without CME hours. */
  accreditation: CertifiedAccreditation | null;
}

/** The issuer, and where the certificate can be verified. */
export interface CertificateIssuer {
  nameEng: string;
  nameAr: string;
  /** Address of the verification page, without the number. */
  verifyUrl: string;
}

export const certificateStates = ["valid", "replaced", "revoked"] as const;
export type CertificateState = (typeof certificateStates)[number];

/** A certificate with its holder, for PDF, badge and pages. */
export interface IssuedCertificate {
  number: string;
  holder: CertificateHolder;
  activity: CertifiedActivity;
  issuer: CertificateIssuer;
  /** Version of the certificate's texts (`wordings.ts`). */
  wordingVersion: number;
  issuedAt: Date;
}

/** Formats an SCFHS number as SCFHS cards print it: `00-RN-0000002`. Text in another format is unchanged. */
export const formatScfhsNumber = (number: string): string => number.replace(/^(\d{2})([A-Z]{2})(\d{5,})$/, "$1-$2-$3");

/** Shortens a name for public pages to the given name and one letter of the last name: `Omar K.`, «عمر خ.». */
export function shortenName(name: string): string {
  const firstName = givenName(name);
  const lastName = name.trim().split(/\s+/).at(-1) ?? "";
  if (lastName === "" || firstName.endsWith(lastName)) return firstName;
  const letter = Array.from(lastName.replace(/^(?:al|el)-|^ال(?=.{2})/iu, ""))[0] ?? "";
  // With a tatweel, because the letter ه alone could be read as a number or another letter.
  return `${firstName} ${letter.toUpperCase()}${letter === "ه" ? "ـ" : ""}.`;
}
