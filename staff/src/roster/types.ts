/** Answers of the API about a roster. */
export type RosterState =
  | "paid"
  | "free"
  | "no-name"
  | "awaiting-bank"
  | "in-checkout"
  | "refunded"
  | "cancelled"
  | "given-on";

export interface Seat {
  id: number;
  seat: number;
  state: RosterState;
  name: string | null;
  /** In the other script. */
  name_other: string | null;
  email: string | null;
  scfhs_number: string | null;
  profession: string;
  phone: string;
  locale: "en" | "ar";
  person_id: string | null;
  order_id: number;
  order_status: string;
  buyer: string;
  held_until: string | null;
  ended_at: string | null;
  /** When the number was asked for, in the last days. */
  asked_at: string | null;
}
export interface Roster {
  run_id: number;
  capacity: number;
  taken: number;
  without_name: number;
  without_scfhs: number;
  awaiting_bank: number;
  rows: Seat[];
}

export const isGone = ({ state }: Seat): boolean =>
  state === "refunded" || state === "cancelled" || state === "given-on";
/** Someone else may have it, or it may be cancelled. */
export const isChangeable = ({ state }: Seat): boolean => state === "paid" || state === "free" || state === "no-name";

/** Has a seat and a name, but no SCFHS number. */
export const isWithoutNumber = ({ state, name, scfhs_number }: Seat): boolean =>
  (state === "paid" || state === "free") && name !== null && scfhs_number === "";
/** May be asked for the number now. */
export const isAskable = (seat: Seat): boolean => isWithoutNumber(seat) && seat.asked_at === null;
/** So many the API asks at once. */
export const mostAsked = 300;
