import { m } from "#messages";
import type { Profession } from "./professions.ts";

const labels: Record<Profession, () => string> = {
  Doctor: m.accounts_profession_doctor,
  Dentist: m.accounts_profession_dentist,
  Pharmacist: m.accounts_profession_pharmacist,
  Nurse: m.accounts_profession_nurse,
  "Medical Science Specialist": m.accounts_profession_specialist,
  Technician: m.accounts_profession_technician,
};

/** Label of a profession; empty for an unknown one. */
export function professionLabel(profession: string): string {
  return Object.hasOwn(labels, profession) ? labels[profession as Profession]() : "";
}
