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
