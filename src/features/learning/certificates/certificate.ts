import { givenName } from "#i18n/given-name.ts";

/** What a certificate says, as it is stored at issue. */

/** Whose it is. */
export interface CertificateHolder {
  nameEng: string;
  nameAr: string;
  /** Without dashes; empty where the run is not accredited and the person has none. */
  scfhsNumber: string;
}

/** SCFHS's fields of an accredited activity. */
export interface CertifiedAccreditation {
  activityReference: string;
  number: string;
  bodyEng: string;
  bodyAr: string;
  specialtyEng: string;
  specialtyAr: string;
}

/** What was attended. */
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
  /** The run's; CME hours only where there is an accreditation. */
  hours: number;
  /** Null: a certificate of attendance that claims no CME hours. */
  accreditation: CertifiedAccreditation | null;
}

/** Who certifies, and where it can be checked. */
export interface CertificateIssuer {
  nameEng: string;
  nameAr: string;
  /** Address of the page to check it, without the number. */
  verifyUrl: string;
}

export const certificateStates = ["valid", "replaced", "revoked"] as const;
export type CertificateState = (typeof certificateStates)[number];

/** A certificate with its holder, as PDF, badge and pages show it. */
export interface IssuedCertificate {
  number: string;
  holder: CertificateHolder;
  activity: CertifiedActivity;
  issuer: CertificateIssuer;
  wording: number;
  issuedAt: Date;
}

/** As cards print it: `00-RN-0000002`; a number of another form stays as it is. */
export const scfhsWithDashes = (number: string): string => number.replace(/^(\d{2})([A-Z]{2})(\d{5,})$/, "$1-$2-$3");

/** `Omar K.`, «عمر خ.»: the given name and one letter of the last one, as strangers see it. */
export function shortenedName(name: string): string {
  const firstName = givenName(name);
  const last = name.trim().split(/\s+/).at(-1) ?? "";
  if (last === "" || firstName.endsWith(last)) return firstName;
  const letter = Array.from(last.replace(/^(?:al|el)-|^ال(?=.{2})/iu, ""))[0] ?? "";
  // The letter alone would be read as a number or another letter.
  return `${firstName} ${letter.toUpperCase()}${letter === "ه" ? "ـ" : ""}.`;
}
