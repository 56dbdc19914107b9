import { useTranslate } from "ra-core";
import type { Profession as ProfessionName } from "../../../src/features/people/professions.ts";

/** As stored, and the key of its text. */
const keys = {
  Doctor: "doctor",
  Dentist: "dentist",
  Pharmacist: "pharmacist",
  Nurse: "nurse",
  "Medical Science Specialist": "specialist",
  Technician: "technician",
} as const satisfies Record<ProfessionName, string>;

export const professionNames = Object.keys(keys) as ProfessionName[];

/** Words of a profession; another text as it is. */
export function useProfession(): (name: string) => string {
  const translate = useTranslate();
  return (name) => (Object.hasOwn(keys, name) ? translate(`people.professions.${keys[name as ProfessionName]}`) : name);
}

export function useLanguageName(): (locale: string) => string {
  const translate = useTranslate();
  return (locale) => translate(locale === "ar" ? "people.arabic" : "people.english");
}
