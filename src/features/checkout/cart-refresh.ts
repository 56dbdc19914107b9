import { maxQty } from "#features/orders/pricing.ts";
import type { BilingualText } from "#i18n/localized-text.tsx";
import {
  counted,
  toCartDetails,
  getUnavailableReason,
  type CartDetails,
  type CartItem,
  type CartState,
} from "./cart.ts";

export interface CartAnswer {
  items: { id: number; details: CartDetails }[];
  removed: { id: number; name_eng: string | null; name_ar: string | null }[];
}

/** Amounts are decimal strings. */
export type CartChange = BilingualText &
  (
    | { kind: "price"; from: string; to: string }
    | { kind: "fewer"; left: number }
    | { kind: "sold-out" }
    /** All its seats are held by unpaid orders of others. */
    | { kind: "held" }
    | { kind: "gone" }
  );

/** The server's details of a run, with the seats that this person's unpaid orders hold counted as free. */
const withHeldAsFree = (details: CartDetails, heldSeats: number): CartDetails =>
  toCartDetails({
    ...details,
    seats_left: details.seats_left + heldSeats,
    seats_held: details.seats_held - heldSeats,
  });

/**
 * Returns the cart with current prices and seats, and what changed. `held`: seats by run that this person's unpaid
 * orders hold. Items that were added since the request stay.
 */
export function refreshCart(
  state: CartState,
  answer: CartAnswer,
  taxPercent: number,
  held: ReadonlyMap<number, number> = new Map(),
): { state: CartState; changes: CartChange[] } {
  const changes: CartChange[] = [];
  const items = state.cart_items.flatMap((item): CartItem[] => {
    const name = { eng: item.details.name_eng, ar: item.details.name_ar };
    if (answer.removed.some(({ id }) => id === item.id)) {
      changes.push({ kind: "gone", ...name });
      return [];
    }
    const current = answer.items.find(({ id }) => id === item.id);
    if (!current) return [item];
    const details = withHeldAsFree(current.details, held.get(item.id) ?? 0);
    const left = Math.min(maxQty, Math.max(0, details.seats_left));
    if (details.amount !== item.details.amount)
      changes.push({ kind: "price", from: item.details.amount, to: details.amount, ...name });
    if (left === 0 && item.details.seats_left > 0)
      changes.push({ kind: getUnavailableReason({ ...item, details }) ?? "sold-out", ...name });
    if (left > 0 && item.qty > left) changes.push({ kind: "fewer", left, ...name });
    return [{ id: item.id, qty: left === 0 ? item.qty : Math.min(item.qty, left), details }];
  });
  return { state: counted({ cart_items: items, tax_percent: taxPercent, paying: state.paying }), changes };
}

/** Sets an item's free and held seats and caps its quantity; `lowered` says whether the quantity changed. */
export function withSeatsLeft(
  state: CartState,
  id: number,
  seatsLeft: number,
  seatsHeld: number,
): { state: CartState; lowered: boolean } {
  const left = Math.min(maxQty, Math.max(0, seatsLeft));
  const item = state.cart_items.find((one) => one.id === id);
  if (!item) return { state, lowered: false };
  const lowered = left > 0 && item.qty > left;
  const updated: CartItem = {
    ...item,
    qty: lowered ? left : item.qty,
    details: { ...item.details, seats_left: seatsLeft, seats_held: seatsHeld },
  };
  return {
    state: counted({ ...state, cart_items: state.cart_items.map((one) => (one.id === id ? updated : one)) }),
    lowered,
  };
}
