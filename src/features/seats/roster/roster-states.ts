/** Rules of the roster, without I/O. */
import type { EnrolmentState } from "#features/seats/enrolment-states.ts";
import type { OrderStatus } from "#features/orders/order-states.ts";
import type { PaymentMethod } from "#features/payments/payment-rules.ts";
import type { Locale } from "#i18n/locale.ts";
import { professions, type Profession } from "#features/people/professions.ts";
import { m } from "#messages";

/**
 * States of a seat on the roster. `awaiting-bank`: held until a bank transfer is due. `in-checkout`: held for someone
 * who pays by card. `given-on`: transferred to someone else or to another date.
 */
export const rosterStates = [
  "paid",
  "free",
  "no-name",
  "awaiting-bank",
  "in-checkout",
  "refunded",
  "cancelled",
  "given-on",
] as const;
type RosterState = (typeof rosterStates)[number];

export interface SeatFacts {
  state: EnrolmentState;
  hasName: boolean;
  orderStatus: OrderStatus;
  method: PaymentMethod | null;
}

/** Determines the roster state of a seat. */
export function rosterState({ state, hasName, orderStatus, method }: SeatFacts): RosterState {
  switch (state) {
    case "held":
      return method === "transfer" ? "awaiting-bank" : "in-checkout";
    case "confirmed":
      if (!hasName) return "no-name";
      return method === "none" ? "free" : "paid";
    case "transferred":
      return "given-on";
    case "cancelled":
      return orderStatus === "refunded" || orderStatus === "partially_refunded" ? "refunded" : "cancelled";
  }
}

/** Whether a seat in this state is sold or held. */
export const isTaken = (state: RosterState): boolean =>
  state !== "refunded" && state !== "cancelled" && state !== "given-on";

/** Whether a person has no SCFHS number and can be asked for it. People of all professions on our list have one. */
export const isWithoutNumber = (row: {
  state: RosterState;
  name: string | null;
  scfhs_number: string | null;
}): boolean => (row.state === "paid" || row.state === "free") && row.name !== null && row.scfhs_number === "";

/** Sorts people by name in Arabic order, with seats without a name last. */
export function sortByName<Row extends { id: number; name: string | null }>(rows: readonly Row[]): Row[] {
  const collator = new Intl.Collator("ar", { sensitivity: "base" });
  return rows.toSorted((a, b) => {
    if (a.name === null || b.name === null) return Number(a.name === null) - Number(b.name === null) || a.id - b.id;
    return collator.compare(a.name, b.name) || a.id - b.id;
  });
}

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
/** Label of a profession; empty for one that is not on our list. */
export function professionIn(profession: string, locale: Locale): string {
  const known = professions.find((item) => item === profession);
  return known ? professionNames[known]({}, { locale }) : "";
}
