import { m } from "../messages.ts";
import type { Profession as ProfessionName } from "../../../src/features/people/professions.ts";

/** Message keys by the stored value. */
const keys = {
  Doctor: "doctor",
  Dentist: "dentist",
  Pharmacist: "pharmacist",
  Nurse: "nurse",
  "Medical Science Specialist": "specialist",
  Technician: "technician",
} as const satisfies Record<ProfessionName, string>;

export const professionNames = Object.keys(keys) as ProfessionName[];

/** The label of a profession. Free text is shown as it is. */
export const professionName = (name: string): string =>
  Object.hasOwn(keys, name) ? m[`staff_people_professions_${keys[name as ProfessionName]}`]() : name;

export const languageName = (locale: string): string =>
  locale === "ar" ? m.staff_people_arabic() : m.staff_people_english();
