/** A roster as the staff API describes it. */
import type { z } from "zod";
import type { roster } from "../../../src/features/order-views/roster-staff.server.ts";

export type Roster = z.output<typeof roster.reply>;
export type Seat = Roster["rows"][number];
export type RosterState = Seat["state"];

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
export const maxAsked = 300;
