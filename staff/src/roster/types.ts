/** The roster, as in the staff API. */
import type { z } from "zod";
import type { roster } from "../../../src/features/order-views/roster-staff.server.ts";

export type Roster = z.output<typeof roster.reply>;
export type Seat = Roster["rows"][number];
export type RosterState = Seat["state"];

/** Whether the person no longer has the seat. */
export const hasLeft = ({ state }: Seat): boolean =>
  state === "refunded" || state === "cancelled" || state === "given-on";
/** Whether the seat can be given to another person or cancelled. */
export const isChangeable = ({ state }: Seat): boolean => state === "paid" || state === "free" || state === "no-name";

/** Whether the attendee has a name but no SCFHS number. */
export const isWithoutNumber = ({ state, name, scfhs_number }: Seat): boolean =>
  (state === "paid" || state === "free") && name !== null && scfhs_number === "";
/** Whether the attendee has no SCFHS number and was not asked for it recently. */
export const isAskable = (seat: Seat): boolean => isWithoutNumber(seat) && seat.askedAt === null;
/** Maximum number of people whose SCFHS numbers one API call can request. */
export const maxRecipients = 300;
