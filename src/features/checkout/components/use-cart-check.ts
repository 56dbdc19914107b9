import { useEffect, useState } from "react";
import type { Order } from "#features/orders/order.schema.server.ts";
import { refreshCart, type CartChange } from "#features/checkout/cart-refresh.ts";
import { withoutPaid, withTax } from "#features/checkout/cart.ts";
import { changeCart, readCart } from "#features/checkout/cart-store.ts";
import { heldSeats, type OfferedEntry } from "#features/checkout/seat-hold.ts";
import type { LineTerms } from "./order-review.tsx";
import { callApi } from "#platform/api-client.ts";

export interface CartCheck {
  kind: "checking" | "checked" | "failed";
  /** Oldest first. */
  changes: CartChange[];
  /** Newest first; empty for a visitor. */
  orders: readonly Order[];
  /** This person's waitlist entries; empty for a visitor. */
  waitlistEntries: readonly OfferedEntry[];
  /** Seats that unpaid orders of this person hold, by run. */
  held: ReadonlyMap<number, number>;
  /** Terms by run; empty until the server has answered. */
  terms: ReadonlyMap<number, LineTerms>;
}

const unchecked = (): CartCheck => ({
  kind: "checking",
  changes: [],
  orders: [],
  waitlistEntries: [],
  held: new Map(),
  terms: new Map(),
});

/** Fetches current prices, seats and orders, and writes prices and seats into the cart. */
async function checkCart(
  userId: string | null,
  signal: AbortSignal,
): Promise<Omit<CartCheck, "kind"> & { kind: "checked" | "failed" }> {
  const items = readCart().cart_items.map(({ id, qty, details }) => ({ id, qty, key: details.key }));
  const [tax, orders, waitlists, answer] = await Promise.all([
    callApi("/api/get-tax-percentage", {}, signal),
    userId ? callApi("/api/orders", { id: userId }, signal) : null,
    userId ? callApi("/api/my-waiting-lists", {}, signal) : null,
    items.length > 0 ? callApi("/api/cart-items", { items }, signal) : null,
  ]);
  const buyerOrders = orders?.ok ? orders.data.orders : [];
  const held = heldSeats(buyerOrders);
  if (tax.ok) changeCart((state) => withTax(state, tax.data.tax));
  changeCart((state) => withoutPaid(state, buyerOrders));
  const waitlistEntries = waitlists?.ok ? waitlists.data.places : [];
  const result = { changes: [], orders: buyerOrders, waitlistEntries, held, terms: new Map<number, LineTerms>() };
  if (!answer) return { kind: "checked", ...result };
  if (!answer.ok) return { kind: "failed", ...result };
  for (const { id, details } of answer.data.data.items) result.terms.set(id, details);
  let changes: CartChange[] = [];
  changeCart((state) => {
    const refreshed = refreshCart(state, answer.data.data, state.tax_percent, held);
    changes = refreshed.changes;
    return refreshed.state;
  });
  return { kind: "checked", ...result, changes };
}

/**
 * Compares the cart with the server when the page opens, when the person returns to the tab, and on `refetch`. Waits
 * while `userId` is undefined, because it is not known yet who the viewer is.
 */
export function useCartCheck(userId: string | null | undefined): { check: CartCheck; refetch: () => void } {
  const [check, setCheck] = useState(unchecked);
  const [round, setRound] = useState(0);
  const requestKey = userId === undefined ? null : JSON.stringify([round, userId]);

  useEffect(() => {
    const onReturn = () => document.visibilityState === "visible" && setRound((count) => count + 1);
    document.addEventListener("visibilitychange", onReturn);
    return () => document.removeEventListener("visibilitychange", onReturn);
  }, []);

  useEffect(() => {
    if (requestKey === null) return;
    const [, requestUserId] = JSON.parse(requestKey) as [number, string | null];
    const stop = new AbortController();
    checkCart(requestUserId, stop.signal).then(
      (result) => setCheck((previous) => ({ ...result, changes: [...previous.changes, ...result.changes] })),
      () => {}, // Aborted: the page is closed, or a newer check has replaced this one.
    );
    return () => stop.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new round repeats the request
  }, [requestKey]);

  return { check, refetch: () => setRound((count) => count + 1) };
}
