import type { Tone } from "../parts/chip.tsx";
import type { IconName } from "../parts/portal-icon-names.ts";
import type { OrderSeat } from "./types.ts";

export type SeatState = OrderSeat["state"] | "expired" | "moved" | "released" | "kept" | "not_refunded";

const seatStyles: Record<SeatState, [Tone, IconName]> = {
  held: ["attention", "hourglass"],
  expired: ["neutral", "clock"],
  confirmed: ["good", "circle-check"],
  cancelled: ["info", "undo-2"],
  released: ["neutral", "clock"],
  not_refunded: ["attention", "circle-x"],
  kept: ["info", "calendar-clock"],
  transferred: ["neutral", "replace"],
  moved: ["neutral", "calendar-days"],
};

/** Whether the seat is cancelled and its value is kept for another date. */
export const hasCredit = ({ state, keptUntil: until }: Pick<OrderSeat, "state" | "keptUntil">): boolean =>
  state === "cancelled" && until !== null;

/**
 * Whether the seat can be refunded: it is confirmed, its value is kept, or it was cancelled and finance has not decided
 * yet.
 */
export const isRefundable = (seat: Pick<OrderSeat, "state" | "keptUntil" | "refundDueAt">): boolean =>
  seat.state === "confirmed" || hasCredit(seat) || seat.refundDueAt !== null;

/**
 * The state to show for a seat. A cancelled seat that was paid is either refunded or not; an unpaid one is on sale
 * again.
 */
export function getSeatState(
  seat: Pick<OrderSeat, "state" | "holdExpired" | "isMoved" | "keptUntil" | "isRefunded">,
  isPaid: boolean,
): SeatState {
  if (seat.holdExpired) return "expired";
  if (hasCredit(seat)) return "kept";
  if (seat.isMoved) return "moved";
  if (seat.state !== "cancelled") return seat.state;
  if (!isPaid) return "released";
  return seat.isRefunded ? "cancelled" : "not_refunded";
}

export const getSeatStyle = (state: SeatState): [Tone, IconName] => seatStyles[state];

/**
 * Message key for why a seat cannot be refunded: it was refunded, finance decided against it, or it passed to someone
 * else.
 */
export function getNotRefundableKey({
  state,
  isMoved,
  isRefunded,
}: Pick<OrderSeat, "state" | "isMoved" | "isRefunded">) {
  if (isMoved) return "staff_orders_seat_moved_on" as const;
  if (state === "transferred") return "staff_orders_seat_passed_on" as const;
  return isRefunded ? ("staff_orders_seat_gone" as const) : ("staff_orders_seat_ended" as const);
}
