import { useEffect } from "react";
import { readSession } from "#platform/session-token.ts";
import { withoutPaid } from "#features/checkout/cart.ts";
import { changeCart, useCart } from "#features/checkout/cart-store.ts";
import { clearServedDraft } from "#features/checkout/checkout-draft-store.ts";
import type { Order } from "#features/orders/order.schema.ts";
import { retryAddress } from "#features/orders/order-labels.ts";

/** Where to try to pay for the same again. */
export function useRetry(order: Order): string {
  return retryAddress(order, useCart()?.paying?.order_id ?? null);
}

/** Empties the cart of what was bought, and forgets what was typed for it, as soon as a page learns that the order is paid, and only then. */
export function usePaidCart(orders: readonly Pick<Order, "id" | "payment">[] | null): void {
  useEffect(() => {
    if (!orders) return;
    changeCart((state) => withoutPaid(state, orders));
    const { current_user } = readSession();
    if (current_user) clearServedDraft(current_user.id, orders);
  }, [orders]);
}
