/** Rules about who gets a certificate and what prevents it, without I/O. */
import { isArabicName } from "#i18n/name-script.ts";
import { unprintableLetters } from "#i18n/printable.ts";

/** What prevents certificates of a whole run, in order of display. */
export const runGaps = ["cancelled", "not-over", "held", "title-ar", "scfhs-fields"] as const;
export type RunGap = (typeof runGaps)[number];

/** What prevents the certificate of one person. `person-held`: staff hold the certificate of this person back. */
export const personGaps = [
  "person-held",
  "unmarked",
  "attendance",
  "name",
  "other-name",
  "unprintable",
  "scfhs",
  "feedback",
] as const;
export type PersonGap = (typeof personGaps)[number];

/** Missing or wrong details that the person can add or have corrected, also before the course. */
export const personalGaps = ["name", "other-name", "unprintable", "scfhs"] as const satisfies readonly PersonGap[];
export type PersonalGap = (typeof personalGaps)[number];
export const isPersonalGap = (gap: PersonGap): gap is PersonalGap =>
  personalGaps.some((personalGap) => personalGap === gap);

export interface CertifiableRun {
  isCancelled: boolean;
  /** End of the last session. */
  endsAt: Date;
  isHeld: boolean;
  titleAr: string | null;
  isAccredited: boolean;
  /** The fields of an accredited run that SCFHS requires; null or empty when one is missing. */
  scfhsFields: readonly (string | null)[];
  asksFeedback: boolean;
}

export interface Candidate {
  isHeld: boolean;
  /** Sessions without a mark. */
  unmarked: number;
  /** Whether the person has full attendance (`isFullAttendance`). */
  isFull: boolean;
  nameEng: string | null;
  nameAr: string | null;
  scfhsNumber: string;
  hasFeedback: boolean;
}

/** Lists what prevents all certificates of a run at `now`. */
export function findRunGaps(run: CertifiableRun, now: Date): RunGap[] {
  const missing: Record<RunGap, boolean> = {
    cancelled: run.isCancelled,
    "not-over": run.endsAt > now,
    held: run.isHeld,
    "title-ar": !run.titleAr,
    "scfhs-fields": run.isAccredited && run.scfhsFields.some((field) => !field),
  };
  return runGaps.filter((gap) => missing[gap]);
}

/** Lists what prevents the certificate of someone with a confirmed seat. */
export function findPersonGaps(
  run: Pick<CertifiableRun, "isAccredited" | "asksFeedback">,
  person: Candidate,
): PersonGap[] {
  const missing: Record<PersonGap, boolean> = {
    "person-held": person.isHeld,
    unmarked: !person.isFull && person.unmarked > 0,
    attendance: !person.isFull && person.unmarked === 0,
    name: !person.nameEng && !person.nameAr,
    // The certificate shows the name in both scripts.
    "other-name": Boolean(person.nameEng) !== Boolean(person.nameAr),
    unprintable: unprintableLetters(`${person.nameEng ?? ""}${person.nameAr ?? ""}`).length > 0,
    scfhs: run.isAccredited && person.scfhsNumber === "",
    feedback: run.asksFeedback && !person.hasFeedback,
  };
  return personGaps.filter((gap) => missing[gap]);
}

/** Assigns a name and its form in the other script to English and Arabic by their letters. */
export function splitNamesByScript(
  name: string | null,
  other: string | null,
): { nameEng: string | null; nameAr: string | null } {
  const names = [name, other].flatMap((text) => text?.trim() || []);
  return {
    nameEng: names.find((text) => !isArabicName(text)) ?? null,
    nameAr: names.find((text) => isArabicName(text)) ?? null,
  };
}
