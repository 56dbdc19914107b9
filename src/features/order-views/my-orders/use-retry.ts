import { useEffect } from "react";
import { readSession } from "#platform/session-token.ts";
import { withoutPaid } from "#features/checkout/cart.ts";
import { changeCart, useCart } from "#features/checkout/cart-store.ts";
import { clearServedDraft } from "#features/checkout/checkout-draft.ts";
import type { Order } from "#features/orders/order.schema.server.ts";
import { retryAddress } from "#features/orders/order-labels.ts";

/** Returns the address where the buyer can try to pay the order again. */
export function useRetry(order: Order): string {
  return retryAddress(order, useCart()?.paying?.order_id ?? null);
}

/** Removes a paid order's items and draft from the cart, as soon as a page learns that it is paid. */
export function useRemovePaidFromCart(orders: readonly Pick<Order, "id" | "payment">[] | null): void {
  useEffect(() => {
    if (!orders) return;
    changeCart((state) => withoutPaid(state, orders));
    const { current_user } = readSession();
    if (current_user) clearServedDraft(current_user.id, orders);
  }, [orders]);
}
