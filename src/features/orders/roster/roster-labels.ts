import type { Locale } from "#i18n/locale.ts";
import { professions, type Profession } from "#features/people/professions.ts";
import { m } from "#messages";
import type { RosterState } from "./roster-states.ts";

const states: Record<RosterState, typeof m.roster_state_paid> = {
  paid: m.roster_state_paid,
  free: m.roster_state_free,
  "no-name": m.roster_state_no_name,
  "awaiting-bank": m.roster_state_awaiting_bank,
  "in-checkout": m.roster_state_in_checkout,
  refunded: m.roster_state_refunded,
  cancelled: m.roster_state_cancelled,
  "given-on": m.roster_state_given_on,
};
export const stateLabel = (state: RosterState, locale: Locale): string => states[state]({}, { locale });

const professionNames: Record<Profession, typeof m.accounts_profession_doctor> = {
  Doctor: m.accounts_profession_doctor,
  Dentist: m.accounts_profession_dentist,
  Pharmacist: m.accounts_profession_pharmacist,
  Nurse: m.accounts_profession_nurse,
  "Medical Science Specialist": m.accounts_profession_specialist,
  Technician: m.accounts_profession_technician,
};
/** Empty for one that is not on the list. */
export function professionIn(profession: string, locale: Locale): string {
  const known = professions.find((one) => one === profession);
  return known ? professionNames[known]({}, { locale }) : "";
}
