import { useEffect, useState } from "react";
import type { Order } from "#features/orders/order.schema.server.ts";
import { refreshed, type CartChange } from "#features/checkout/cart-refresh.ts";
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
  /** Entries on waiting lists; empty for a visitor. */
  places: readonly OfferedEntry[];
  /** Seats by run held by unpaid orders of this person. */
  held: ReadonlyMap<number, number>;
  /** By run; empty before the answer. */
  terms: ReadonlyMap<number, LineTerms>;
}

const unchecked = (): CartCheck => ({
  kind: "checking",
  changes: [],
  orders: [],
  places: [],
  held: new Map(),
  terms: new Map(),
});

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
  const mine = orders?.ok ? orders.data.orders : [];
  const held = heldSeats(mine);
  if (tax.ok) changeCart((state) => withTax(state, tax.data.tax));
  changeCart((state) => withoutPaid(state, mine));
  const places = waitlists?.ok ? waitlists.data.places : [];
  const result = { changes: [], orders: mine, places, held, terms: new Map<number, LineTerms>() };
  if (!answer) return { kind: "checked", ...result };
  if (!answer.ok) return { kind: "failed", ...result };
  for (const { id, details } of answer.data.data.items) result.terms.set(id, details);
  let changes: CartChange[] = [];
  changeCart((state) => {
    const now = refreshed(state, answer.data.data, state.tax_percent, held);
    changes = now.changes;
    return now.state;
  });
  return { kind: "checked", ...result, changes };
}

/** Compares the cart with the server on opening, on return to the tab and on `refetch`. `userId` undefined: unknown. */
export function useCartCheck(userId: string | null | undefined): { check: CartCheck; refetch: () => void } {
  const [check, setCheck] = useState(unchecked);
  const [round, setRound] = useState(0);
  const question = userId === undefined ? null : JSON.stringify([round, userId]);

  useEffect(() => {
    const onReturn = () => document.visibilityState === "visible" && setRound((count) => count + 1);
    document.addEventListener("visibilitychange", onReturn);
    return () => document.removeEventListener("visibilitychange", onReturn);
  }, []);

  useEffect(() => {
    if (question === null) return;
    const [, asking] = JSON.parse(question) as [number, string | null];
    const stop = new AbortController();
    checkCart(asking, stop.signal).then(
      (now) => setCheck((before) => ({ ...now, changes: [...before.changes, ...now.changes] })),
      () => {}, // left the page
    );
    return () => stop.abort();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new round is what asks again
  }, [question]);

  return { check, refetch: () => setRound((count) => count + 1) };
}
