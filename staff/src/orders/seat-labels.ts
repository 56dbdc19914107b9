import type { Tone } from "../parts/chip.tsx";
import type { IconName } from "../parts/icon-names.ts";
import type { OrderSeat } from "./types.ts";

export type SeatWord = OrderSeat["state"] | "expired" | "released" | "kept";

const looks: Record<SeatWord, [Tone, IconName]> = {
  held: ["attention", "hourglass"],
  expired: ["neutral", "clock"],
  confirmed: ["good", "circle-check"],
  cancelled: ["info", "undo-2"],
  released: ["neutral", "clock"],
  kept: ["info", "calendar-clock"],
  transferred: ["neutral", "replace"],
};

/** It is cancelled, and what was paid for it is kept for another date. */
export const isKept = ({ state, kept_until: until }: Pick<OrderSeat, "state" | "kept_until">): boolean =>
  state === "cancelled" && until !== null;

/** What a seat is called: one that was paid for and is gone went back with its money, one that was not is on sale. */
export function seatWord(seat: Pick<OrderSeat, "state" | "hold_expired" | "kept_until">, isPaid: boolean): SeatWord {
  if (seat.hold_expired) return "expired";
  if (isKept(seat)) return "kept";
  return seat.state === "cancelled" && !isPaid ? "released" : seat.state;
}

export const seatLook = (word: SeatWord): [Tone, IconName] => looks[word];

/** Why a seat cannot be refunded: its money went back, or it was passed on and its money stays. */
export const goneText = ({
  state,
}: Pick<OrderSeat, "state">): "staff_orders_seat_passed_on" | "staff_orders_seat_gone" =>
  state === "transferred" ? "staff_orders_seat_passed_on" : "staff_orders_seat_gone";
